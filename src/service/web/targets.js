import { bestTarget, findTargets } from './catalog.js';
import { byId, freshId, make, setText } from './dom.js';
import { countText } from './format.js';

/** @typedef {import('../../catalog/definition.ts').CatalogEntry} CatalogEntry */

/** @param {CatalogEntry} entry */
const keyOf = ({ category, target }) => `${category}/${target}`;

/**
 * The part of the page where a person finds and chooses a target: a search field over radio buttons, grouped by category.
 *
 * @param {readonly CatalogEntry[]} catalog
 * @param {(entry: CatalogEntry | null) => void} onChange
 */
export function createTargetPicker(catalog, onChange) {
  const search = byId('target-search', HTMLInputElement);
  const picker = byId('picker');
  const chosen = byId('chosen');
  const groups = new Map(
    [...findTargets(catalog, '')].map(([category, entries]) => [category, group(category, entries)]),
  );
  byId('targets').replaceChildren(...[...groups.values()].map(({ element }) => element));

  /** @type {CatalogEntry | null} */
  let current = null;

  /**
   * @param {string} category
   * @param {readonly CatalogEntry[]} entries
   */
  function group(category, entries) {
    const choices = entries.map((entry) => {
      const id = freshId();
      const radio = make('input', { type: 'radio', name: 'target', id, value: keyOf(entry), class: 'visually-hidden' });
      radio.addEventListener('click', () => {
        if (!arrowed) choose(entry);
      });
      radio.addEventListener('change', () => select(entry));
      return { entry, element: make('span', { class: 'choice' }, radio, make('label', { for: id }, entry.target)) };
    });
    const element = make('fieldset', {}, make('legend', {}, category), ...choices.map((choice) => choice.element));
    return { element, choices };
  }

  // Arrow keys only look around, but browsers send a click for them too.
  let arrowed = false;
  byId('targets').addEventListener('keydown', (event) => {
    arrowed = event.key.startsWith('Arrow');
    if (event.key !== 'Enter' || current === null) return;
    event.preventDefault();
    choose(current);
  });
  byId('targets').addEventListener('keyup', () => {
    arrowed = false;
  });

  function filter() {
    const found = new Set([...findTargets(catalog, search.value).values()].flat());
    for (const { element, choices } of groups.values()) {
      for (const choice of choices) choice.element.hidden = !found.has(choice.entry);
      element.hidden = choices.every((choice) => choice.element.hidden);
    }
    const best = bestTarget(catalog, search.value);
    const hint = best === undefined ? '' : ` Enter takes ${best.target} (${best.category}).`;
    setText(
      byId('target-found'),
      found.size === 0 ? `Nothing here makes “${search.value}”.` : `${countText(found.size, 'format')}.${hint}`,
    );
  }

  /** @param {CatalogEntry | null} entry */
  function select(entry) {
    if (current === entry) return;
    current = entry;
    setText(byId('target-error'), '');
    onChange(entry);
  }

  /** @param {CatalogEntry} entry */
  function choose(entry) {
    const radio = document.querySelector(`input[name="target"][value="${CSS.escape(keyOf(entry))}"]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
    select(entry);
    setText(byId('chosen-target'), entry.target);
    setText(byId('chosen-category'), entry.category);
    chosen.hidden = false;
    picker.hidden = true;
    byId('target-change').focus({ preventScroll: true });
  }

  byId('target-change').addEventListener('click', () => {
    chosen.hidden = true;
    picker.hidden = false;
    search.value = '';
    filter();
    search.focus();
  });
  search.addEventListener('input', filter);
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // Enter would send the form.
    event.preventDefault();
    const best = bestTarget(catalog, search.value);
    if (best !== undefined) choose(best);
  });
  filter();

  return {
    current: () => current,
    /** @param {string} message */
    complain(message) {
      setText(byId('target-error'), message);
      (picker.hidden ? byId('target-change') : search).focus();
    },
  };
}
