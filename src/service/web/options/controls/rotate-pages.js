import { freshId, make, setAttribute } from '../../shell/dom.js';
import { msg } from '../../shell/i18n.js';
import { changed, given, UNCHANGED } from './control.js';
import { rangesOf } from './pages.js';
import { pagePickerToggle } from './pick-pages.js';
import { textControl } from './simple.js';

/**
 * Turns pages: by ranges, each with its angle, or by pressing pictures of them.
 *
 * @param {import('./control.js').Definition} definition an array of { pages, angle }
 * @param {import('./control.js').Surroundings} around
 * @returns {import('./control.js').Control}
 */
export function rotatePagesControl({ items }, { sources }) {
  const rows = make('div', { class: 'stack' });
  const add = make('button', { type: 'button' }, msg('rotate.add'));
  const picker = pagePickerToggle(msg('rotate.pick'), sources, {
    onTurn: (turned) => {
      clear();
      for (const [angle, pages] of Map.groupBy(turned, ([, by]) => by)) {
        addRow(rangesOf(pages.map(([page]) => page).sort((a, b) => a - b)), angle);
      }
      changed(add);
    },
  });
  const buttons = make('div', { class: 'buttons' }, add, picker.button);
  const element = make('div', { class: 'stack' }, rows, buttons, picker.place);
  /** @type {Set<{ element: HTMLElement, read: () => import('./control.js').Reading, angle: () => number }>} */
  const shown = new Set();

  /** @param {string} value @param {number} angle */
  function addRow(value, angle) {
    const { default: _, ...form } = items?.properties?.pages ?? { type: 'string', description: '' };
    const pages = textControl({ example: '1-3, last', .../** @type {import('./control.js').Definition} */ (form) });
    pages.input.value = value;
    setAttribute(pages.input, 'aria-label', msg('rotate.pages'));
    const angles = make(
      'select',
      { 'aria-label': msg('rotate.angle'), id: freshId() },
      make('option', { value: 90 }, msg('rotate.right')),
      make('option', { value: 270 }, msg('rotate.left')),
      make('option', { value: 180 }, msg('rotate.over')),
    );
    angles.value = String(angle);
    const remove = make('button', { type: 'button', class: 'quiet icon', 'aria-label': msg('rotate.remove') }, '×');
    const row = make('div', { class: 'line' }, pages.input, angles, remove);
    const entry = { element: row, read: pages.read, angle: () => Number(angles.value) };
    remove.addEventListener('click', () => {
      shown.delete(entry);
      row.remove();
      add.focus();
      changed(add);
    });
    shown.add(entry);
    rows.append(row);
    return pages.input;
  }

  function clear() {
    shown.clear();
    rows.replaceChildren();
  }

  add.addEventListener('click', () => {
    addRow(shown.size === 0 ? '1-last' : '', 90).focus();
    changed(add);
  });
  const update = () => {
    picker.button.hidden = !picker.isPossible();
  };
  update();

  return {
    element,
    input: add,
    isGroup: true,
    read() {
      /** @type {{ pages: unknown, angle: number }[]} */
      const turned = [];
      for (const row of shown) {
        const pages = row.read();
        if (pages.kind === 'problem') return pages;
        if (pages.kind === 'value') turned.push({ pages: pages.value, angle: row.angle() });
      }
      return turned.length === 0 ? UNCHANGED : given(turned);
    },
    set(value) {
      clear();
      for (const { pages, angle } of /** @type {{ pages: string, angle: number }[]} */ (value)) addRow(pages, angle);
    },
    reset() {
      clear();
      picker.close();
      update();
    },
    refresh: update,
  };
}
