import { fetchPresets } from '../access/api.js';
import { byId, make, setText } from '../shell/dom.js';
import { targetLabel } from '../shell/format.js';
import { currentLanguage, msg } from '../shell/i18n.js';
import { createCrop } from './controls/crop.js';
import { createPart, partOptionsOf } from './controls/part.js';
import { createOptionField, presetControl } from './option-field.js';
import { groupOptions, unitOf } from './option-groups.js';

/**
 * @typedef {import('../../../catalog/definition.ts').CatalogEntry} CatalogEntry
 * @typedef {import('./option-field.js').OptionField} OptionField
 *
 * @typedef {object} Wanted a target whose options are shown
 * @property {string} path
 * @property {string | null} needed an option that it requires for some file
 * @property {readonly string[]} kinds of its files
 *
 * @typedef {ReturnType<typeof createPanel>} Panel
 */

/** Number of options from which a search field helps. */
const MANY = 12;

/**
 * The options of one target.
 *
 * @param {CatalogEntry} entry
 * @param {import('../targets/guide.js').Guide} guide
 * @param {string | null} needed
 * @param {readonly string[]} kinds of the files
 * @param {() => readonly import('../files/files.js').Source[]} sources
 */
function createPanel(entry, guide, needed, kinds, sources) {
  const path = `${entry.category}/${entry.target}`;
  /** @type {Map<string, OptionField>} */
  const fields = new Map();
  const otherValue = (/** @type {string} */ name) => {
    const reading = fields.get(name)?.read();
    return reading?.kind === 'value' ? reading.value : undefined;
  };
  const showUnits = () => {
    for (const [name, field] of fields) field.showUnit(unitOf(entry, name, otherValue));
  };
  const setOther = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    fields.get(name)?.set(value);
    update();
  };
  /** @param {(kind: string, file: File | null) => boolean} fits */
  const firstSource = (fits) => sources().find(({ format, file }) => fits(guide.kindOf(format), file)) ?? null;
  const around = {
    sources,
    valueOf: otherValue,
    setOther,
    path,
    picture: () => firstSource((kind) => kind === 'image'),
    recording: () => firstSource((kind, file) => file !== null && (kind === 'video' || kind === 'audio')),
  };
  const { first, folded } = groupOptions(entry, guide.tables, needed, kinds);
  const everyday = make('div', { class: 'options' });
  const element = make(
    'section',
    { class: 'panel', 'aria-label': msg('options.of', { target: targetLabel(path) }) },
    everyday,
  );
  const crop = entry.options.crop_origin_x === undefined ? null : createCrop(around);
  const partOptions = partOptionsOf(entry.options);
  const part = partOptions && createPart(partOptions, entry.options[partOptions[0]]?.format, around);

  /** @param {string} name @param {import('./controls/control.js').Control} [control] */
  function addField(name, control) {
    const definition = entry.options[name];
    if (definition === undefined) throw new Error(`${path} has no option ${name}`);
    const how = { isNeeded: name === needed, ...(control && { control }) };
    const field = createOptionField(name, definition, around, how);
    fields.set(name, field);
    return field;
  }

  everyday.append(...first.filter((name) => name !== 'preset').map((name) => addField(name).element));
  for (const { title: group, names } of folded) {
    const members = names.map((name) => addField(name).element);
    const tool = names.includes('crop_origin_x') ? crop?.element : null;
    element.append(
      make(
        'details',
        { class: 'group' },
        make('summary', {}, group),
        tool,
        make('div', { class: 'options' }, ...members),
      ),
    );
  }
  // What is cut is seen first.
  if (partOptions !== null && part !== null) {
    everyday.prepend(part.element, ...partOptions.flatMap((name) => fields.get(name)?.element ?? []));
  }
  if (first.includes('preset')) {
    fetchPresets(entry.category, entry.target).then((presets) => {
      if (presets.length > 0) everyday.prepend(addField('preset', presetControl(presets)).element);
    });
  }

  function update() {
    showUnits();
    part?.follow();
    element.dispatchEvent(new CustomEvent('changed', { bubbles: true }));
  }
  element.addEventListener('input', update);
  if (needed !== null) preset(fields.get(needed), entry.options[needed]);
  showUnits();

  return {
    path,
    element,
    fields: () => [...fields.values()],
    changedCount: () => [...fields.values()].filter(({ element: each }) => each.classList.contains('changed')).length,
    refresh() {
      crop?.update();
      part?.refresh();
      for (const field of fields.values()) field.refresh();
      update();
    },
    /** Stops what plays. */
    pause() {
      for (const media of element.querySelectorAll('video')) media.pause();
    },
    /** @returns {Record<string, unknown>} what was set */
    values: () =>
      Object.fromEntries(
        [...fields].flatMap(([name, field]) => {
          const reading = field.read();
          return reading.kind === 'value' ? [[name, reading.value]] : [];
        }),
      ),
    /** @param {Readonly<Record<string, unknown>>} values */
    set(values) {
      for (const [name, value] of Object.entries(values)) fields.get(name)?.set(value);
      update();
    },
    reset() {
      for (const field of fields.values()) field.reset();
      crop?.reset();
      update();
    },
    /** @param {string} wanted in lower case */
    filter(wanted) {
      for (const field of fields.values()) field.element.hidden = !field.matches(wanted);
      for (const group of element.querySelectorAll('details.group')) {
        if (!(group instanceof HTMLDetailsElement)) continue;
        const shown = [...group.querySelectorAll('.option')].some(
          (each) => each instanceof HTMLElement && !each.hidden,
        );
        group.hidden = !shown;
        group.open = wanted !== '' && shown;
      }
    },
  };
}

/**
 * Fills in a good guess for a required option.
 *
 * @param {OptionField | undefined} field
 * @param {import('../../../catalog/definition.ts').OptionDefinition | undefined} definition
 */
function preset(field, definition) {
  if (definition?.type === 'boolean') field?.set(true);
  const spoken = [...navigator.languages, currentLanguage()].flatMap((tag) => [
    ...(definition?.enum ?? []).filter((value) => value === tag),
    ...(definition?.enum ?? []).filter((value) => String(value).startsWith(`${tag.split('-')[0]}-`)),
  ]);
  if (spoken[0] !== undefined) field?.set(spoken[0]);
}

/**
 * The part of the page with the options of the chosen targets.
 *
 * @param {readonly CatalogEntry[]} catalog
 * @param {import('../targets/guide.js').Guide} guide
 * @param {() => readonly import('../files/files.js').Source[]} sources
 */
export function createOptions(catalog, guide, sources) {
  const card = byId('options-card', HTMLDetailsElement);
  const search = byId('options-search', HTMLInputElement);
  const entries = new Map(catalog.map((entry) => [`${entry.category}/${entry.target}`, entry]));
  /** @type {Map<string, { form: string, panel: Panel }>} panels that were shown once keep their values */
  const panels = new Map();
  /** @type {Panel[]} */
  let shown = [];
  /** @type {string | null} path of the panel in front, if there are several */
  let front = null;

  /** @param {string} path */
  function bringToFront(path) {
    front = path;
    const tabs = byId('options-targets');
    tabs.hidden = shown.length < 2;
    tabs.replaceChildren(
      ...shown.map(({ path: each }) =>
        make(
          'button',
          {
            type: 'button',
            class: 'tab',
            'aria-pressed': String(each === path),
            click: () => {
              bringToFront(each);
              const now = tabs.querySelector('[aria-pressed=true]');
              if (now instanceof HTMLElement) now.focus();
            },
          },
          targetLabel(each),
        ),
      ),
    );
    for (const panel of shown) {
      panel.element.hidden = panel.path !== path;
      if (panel.element.hidden) panel.pause();
    }
  }

  function filter() {
    const wanted = search.value.trim().toLowerCase();
    for (const panel of shown) panel.filter(wanted);
    const fields = shown.flatMap((panel) => panel.fields());
    const found = fields.some(({ element }) => !element.hidden);
    setText(byId('options-none'), fields.length > 0 && !found ? msg('options.none') : '');
  }

  function count() {
    const changed = shown.reduce((sum, panel) => sum + panel.changedCount(), 0);
    setText(
      byId('options-count'),
      changed === 0 ? msg('options.unchanged') : msg('options.changed', { count: changed }),
    );
    byId('options-reset').hidden = changed === 0;
  }

  byId('options').addEventListener('changed', count);
  search.addEventListener('input', filter);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  byId('options-reset').addEventListener('click', () => {
    for (const panel of shown) panel.reset();
    count();
    card.querySelector('summary')?.focus();
  });

  /** @param {Wanted} wanted */
  function panelOf({ path, needed, kinds: all }) {
    const kinds = [...new Set(all)].sort();
    const form = `${needed} ${kinds}`;
    const entry = entries.get(path);
    const known = panels.get(path);
    if (entry === undefined) return null;
    // Without files, the panel stays.
    if (known !== undefined && (known.form === form || kinds.length === 0)) return known.panel;
    const panel = createPanel(entry, guide, needed, kinds, sources);
    // Values set for other files apply to these, too.
    if (known !== undefined) panel.set(known.panel.values());
    panels.set(path, { form, panel });
    return panel;
  }

  return {
    /** @param {readonly Wanted[]} wanted */
    show(wanted) {
      shown = wanted.flatMap((each) => panelOf(each) ?? []);
      byId('options').replaceChildren(...shown.map(({ element }) => element));
      for (const panel of shown) panel.refresh();
      bringToFront(shown.find(({ path }) => path === front)?.path ?? shown[0]?.path ?? '');
      card.hidden = shown.every((panel) => panel.fields().length === 0);
      if (wanted.some(({ needed }) => needed !== null)) card.open = true;
      byId('options-search-field').hidden = shown.reduce((sum, panel) => sum + panel.fields().length, 0) < MANY;
      search.value = '';
      filter();
      count();
    },

    /**
     * @param {string} path of a panel that is shown
     * @param {Readonly<Record<string, unknown>>} values of options
     * @param {readonly string[]} [asks] options that the person is to fill in: the first one gets the focus
     */
    set(path, values, asks = []) {
      const panel = shown.find((each) => each.path === path);
      if (panel === undefined || Object.keys(values).length + asks.length === 0) return;
      panel.set(values);
      bringToFront(path);
      card.open = true;
      count();
      const asked = panel.fields().find(({ name }) => asks.includes(name));
      if (asked === undefined) return;
      const group = asked.element.closest('details.group');
      if (group instanceof HTMLDetailsElement) group.open = true;
      asked.focus();
    },

    fold() {
      card.open = false;
    },

    /** Presets belong to the key: another key has others. */
    forget() {
      panels.clear();
    },

    /** @returns {Map<string, Record<string, unknown>> | null} changed options by path; null if one is wrong, which then gets the focus */
    read() {
      const all = new Map();
      let isWrong = false;
      for (const { path, fields } of shown) {
        /** @type {Record<string, unknown>} */
        const options = {};
        /** @type {Record<string, import('./controls/control.js').Text>} */
        const problems = {};
        for (const field of fields()) {
          const reading = field.read();
          field.complain('');
          if (reading.kind === 'value') options[field.name] = reading.value;
          if (reading.kind === 'problem') problems[field.name] = reading.message;
        }
        all.set(path, options);
        if (!isWrong) isWrong = this.complain(path, problems);
      }
      return isWrong ? null : all;
    },

    /**
     * Shows errors of options, by name, and moves the focus to the first one.
     *
     * @param {string} path
     * @param {Readonly<Record<string, import('./controls/control.js').Text>>} problems
     * @returns {boolean} whether any of these options is here
     */
    complain(path, problems) {
      const panel = shown.find((each) => each.path === path);
      const wrong = panel?.fields().filter(({ name }) => problems[name] !== undefined) ?? [];
      if (wrong.length > 0) {
        card.open = true;
        bringToFront(path);
      }
      for (const field of wrong) {
        field.element.hidden = false;
        const group = field.element.closest('details');
        if (group !== null) {
          group.hidden = false;
          group.open = true;
        }
        field.complain(problems[field.name] ?? '');
      }
      wrong[0]?.focus();
      return wrong.length > 0;
    },
  };
}
