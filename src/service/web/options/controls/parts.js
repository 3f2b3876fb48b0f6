import { make, setAttribute } from '../../shell/dom.js';
import { msg } from '../../shell/i18n.js';
import { changed, given, UNCHANGED } from './control.js';
import { createPlayer, FILM_STEP } from './player.js';
import { textControl } from './simple.js';
import { timeText } from './times.js';

/**
 * Several parts of a film, each with its start and its end.
 *
 * @typedef {import('./control.js').Control} Control
 * @param {import('./control.js').Definition} definition an array of { start, end }
 * @param {import('./control.js').Surroundings} around
 * @returns {Control}
 */
export function partsControl({ items }, around) {
  const player = createPlayer(FILM_STEP, () => {});
  const rows = make('div', { class: 'stack' });
  const add = make('button', { type: 'button' }, msg('parts.add'));
  /** @type {Set<{ start: Control, end: Control }>} */
  const shown = new Set();

  /** @param {'start' | 'end'} name @param {import('../../shell/i18n.js').Message} label @param {string} value */
  function timeField(name, label, value) {
    const definition = /** @type {import('./control.js').Definition} */ (items?.properties?.[name]);
    const field = textControl({ ...definition, example: '00:01:30' });
    setAttribute(field.input, 'aria-label', label);
    field.input.value = value;
    return field;
  }

  /** @param {string} start @param {string} end */
  function addRow(start, end) {
    const row = { start: timeField('start', msg('part.start'), start), end: timeField('end', msg('part.end'), end) };
    const remove = make('button', { type: 'button', class: 'quiet icon', 'aria-label': msg('parts.remove') }, '×');
    const element = make('div', { class: 'line' }, row.start.element, row.end.element, remove);
    remove.addEventListener('click', () => {
      shown.delete(row);
      element.remove();
      add.focus();
      changed(add);
    });
    shown.add(row);
    rows.append(element);
  }

  function clear() {
    shown.clear();
    rows.replaceChildren();
  }

  add.addEventListener('click', () => {
    const { start, end } = player.range();
    addRow(timeText(start, FILM_STEP), end === null ? '' : timeText(end, FILM_STEP));
    // The next part is likely to be a later one.
    player.setRange({ start: end ?? start, end: null });
    changed(add);
  });

  return {
    element: make('div', { class: 'stack' }, player.element, add, rows),
    input: add,
    isGroup: true,
    read() {
      /** @type {{ start: unknown, end: unknown }[]} */
      const parts = [];
      for (const row of shown) {
        const [start, end] = [row.start.read(), row.end.read()];
        if (start.kind === 'problem') return start;
        if (end.kind === 'problem') return end;
        if (start.kind === 'unchanged' || end.kind === 'unchanged')
          return { kind: 'problem', message: msg('parts.both') };
        parts.push({ start: start.value, end: end.value });
      }
      return parts.length === 0 ? UNCHANGED : given(parts);
    },
    set(value) {
      clear();
      for (const { start, end } of /** @type {{ start: string, end: string }[]} */ (value)) addRow(start, end);
    },
    reset: clear,
    refresh: () => player.show(around.recording()),
  };
}
