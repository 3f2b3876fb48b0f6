import { isCommon } from './catalog.js';
import { byId, make, setText } from './dom.js';
import { createOptionField } from './option-field.js';

/** @typedef {import('../../catalog/definition.ts').CatalogEntry} CatalogEntry */

/** From how many options on a search field helps. */
const MANY = 12;

/** The part of the page with the options of the chosen target. */
export function createOptions() {
  const card = byId('options-card', HTMLDetailsElement);
  const search = byId('options-search', HTMLInputElement);
  /** @type {import('./option-field.js').OptionField[]} */
  let fields = [];

  function filter() {
    const wanted = search.value.trim().toLowerCase();
    for (const field of fields) field.element.hidden = !field.matches(wanted);
    for (const group of byId('options').children) {
      if (!(group instanceof HTMLElement)) continue;
      group.hidden = [...group.querySelectorAll('.option')].every((each) => each instanceof HTMLElement && each.hidden);
    }
    const found = fields.filter(({ element }) => !element.hidden).length;
    setText(byId('options-none'), fields.length > 0 && found === 0 ? 'No option is called so.' : '');
  }

  function count() {
    const changed = fields.filter((field) => field.read().kind !== 'unchanged').length;
    setText(byId('options-count'), changed === 0 ? 'none changed' : `${changed} changed`);
    byId('options-reset').hidden = changed === 0;
  }

  byId('options').addEventListener('input', count);
  search.addEventListener('input', filter);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  byId('options-reset').addEventListener('click', () => {
    for (const field of fields) field.reset();
    count();
    card.querySelector('summary')?.focus();
  });

  return {
    /** @param {CatalogEntry | null} entry */
    show(entry) {
      const all = Object.entries(entry?.options ?? {});
      const own = all.filter(([name]) => !isCommon(name)).map(([name, each]) => createOptionField(name, each));
      const common = all.filter(([name]) => isCommon(name)).map(([name, each]) => createOptionField(name, each));
      fields = [...own, ...common];
      const group = (/** @type {string} */ title, /** @type {typeof fields} */ members) =>
        members.length === 0
          ? []
          : [
              make(
                'fieldset',
                { class: 'options' },
                make('legend', {}, title),
                ...members.map(({ element }) => element),
              ),
            ];
      byId('options').replaceChildren(...group(`For ${entry?.target}`, own), ...group('Result and download', common));
      card.hidden = fields.length === 0;
      byId('options-search-field').hidden = fields.length < MANY;
      search.value = '';
      filter();
      count();
    },

    /** @returns {Record<string, unknown> | null} the changed ones; null where one is wrong, which has the focus then */
    read() {
      /** @type {Record<string, unknown>} */
      const options = {};
      /** @type {Record<string, string>} */
      const problems = {};
      for (const field of fields) {
        const reading = field.read();
        field.complain('');
        if (reading.kind === 'value') options[field.name] = reading.value;
        if (reading.kind === 'problem') problems[field.name] = reading.message;
      }
      return this.complain(problems) ? null : options;
    },

    /**
     * Shows what is wrong with options, by name, and moves the focus to the first.
     *
     * @param {Readonly<Record<string, string>>} problems
     * @returns {boolean} whether there is any of these options here
     */
    complain(problems) {
      const wrong = fields.filter(({ name }) => problems[name] !== undefined);
      for (const field of wrong) {
        field.element.hidden = false;
        field.element.closest('fieldset')?.removeAttribute('hidden');
        field.complain(problems[field.name] ?? '');
      }
      if (wrong.length > 0) card.open = true;
      wrong[0]?.focus();
      return wrong.length > 0;
    },
  };
}
