import { announce, byId, freshId, make, setAttribute, setText } from '../shell/dom.js';
import { categoryLabel, optionLabel, targetHint, targetLabel } from '../shell/format.js';
import { currentLanguage, msg } from '../shell/i18n.js';
import { searchTargets } from './guide.js';

/**
 * @typedef {import('../files/files.js').Chosen} Chosen
 * @typedef {{ path: string, needed: string | null }} Target
 */

/** Pause between a keystroke and a search, ms. */
const PAUSE_MS = 150;
/** Number of found targets that are shown. */
const MOST_FOUND = 12;

/**
 * The part of the page for choosing targets: the likely ones first, the rest folded; one target for all files, or one for each.
 *
 * @param {import('./guide.js').Guide} guide
 * @param {() => readonly Chosen[]} chosen the files
 * @param {{ onChange: () => void, onTask: (path: string, options: Readonly<Record<string, unknown>>) => void }} on
 */
export function createTargets(guide, chosen, { onChange, onTask }) {
  const search = byId('target-search', HTMLInputElement);
  const each = byId('target-each', HTMLInputElement);
  const picker = byId('picker');
  const likely = byId('likely');
  const more = byId('more', HTMLDetailsElement);
  const found = byId('found');
  /** @type {string | null} */
  let current = null;
  /** @type {WeakMap<import('../files/files.js').Source, string>} */
  const ofFile = new WeakMap();
  /** @type {AbortController | null} */
  let searching = null;

  const formats = () => chosen().map(({ source }) => source.format);

  /** @param {string} path @param {string | import('../shell/i18n.js').Message | null} hint @param {() => void} onChoose @param {string} group */
  function choice(path, hint, onChoose, group) {
    const id = freshId();
    const radio = make('input', { type: 'radio', name: group, id, value: path, class: 'visually-hidden' });
    radio.checked = path === current && group === 'target';
    radio.addEventListener('change', onChoose);
    const needed = guide.needs(path, formats());
    const text = hint ?? (needed === null ? null : msg('target.needs', { option: optionLabel(needed) }));
    return make(
      'span',
      { class: 'choice' },
      radio,
      make('label', { for: id }, make('strong', {}, targetLabel(path)), text === null ? null : make('small', {}, text)),
    );
  }

  /** @param {string} path */
  const plain = (path) => choice(path, targetHint(path), () => select(path), 'target');

  function draw() {
    const likelyPaths = guide.likely(formats());
    const first = current === null || likelyPaths.includes(current) ? likelyPaths : [current, ...likelyPaths];
    const legend = make('legend', { class: 'visually-hidden' }, msg('target.likely'));
    likely.replaceChildren(legend, ...first.map(plain));
    const rest = guide.possible(formats()).filter((path) => !first.includes(path));
    setText(byId('more-count'), msg('target.more', { number: rest.length }));
    more.hidden = rest.length === 0;
    byId('targets').replaceChildren(
      ...guide
        .byCategory(rest)
        .map(([category, paths]) =>
          make('fieldset', { class: 'choices' }, make('legend', {}, categoryLabel(category)), ...paths.map(plain)),
        ),
    );
  }

  /** @param {string} path */
  function select(path) {
    const hadFocus = picker.contains(document.activeElement);
    const isNew = current !== path;
    current = path;
    setText(byId('target-error'), '');
    if (!isNew) return;
    // A chosen target of the rest moves to the likely ones, with the focus.
    draw();
    if (hadFocus && document.activeElement !== search) focusCurrent();
    onChange();
  }

  function focusCurrent() {
    const radio = likely.querySelector('input:checked');
    if (radio instanceof HTMLElement) radio.focus({ preventScroll: true });
  }

  /** @param {string} path @param {Readonly<Record<string, unknown>>} [options] */
  function take(path, options) {
    search.value = '';
    clearFound();
    more.open = false;
    select(path);
    focusCurrent();
    announce(msg('target.chosen', { target: targetLabel(path) }));
    if (options !== undefined) onTask(path, options);
  }

  function clearFound() {
    searching?.abort();
    found.replaceChildren();
    found.hidden = true;
    likely.hidden = false;
    more.hidden = false;
    setText(byId('target-found'), '');
  }

  /** @type {{ path: string, options?: Readonly<Record<string, unknown>> }[]} */
  let results = [];

  async function find() {
    const text = search.value.trim();
    if (text === '') return clearFound();
    searching?.abort();
    searching = new AbortController();
    const { signal } = searching;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return;
    const { tasks, targets } = await searchTargets(await inEnglish(text), signal);
    if (signal.aborted) return;
    const possible = new Set(guide.possible(formats()));
    const named = guide.named(text);
    const all = [
      ...named.map((path) => ({ path })),
      ...tasks.map(({ target, options }) => ({ path: target, options })),
      ...targets.map((path) => ({ path })),
    ];
    const seen = new Set();
    results = all
      .filter(({ path }) => possible.has(path))
      .filter((each) => {
        const { path, options = {} } = /** @type {{ path: string, options?: object }} */ (each);
        const key = `${path} ${Object.keys(options)}`;
        return !seen.has(key) && seen.add(key);
      })
      .slice(0, MOST_FOUND);
    showFound(text, all[0]?.path);
  }

  /** @param {string} text @param {string | undefined} impossible a target that matches, but that the files cannot become */
  function showFound(text, impossible) {
    likely.hidden = true;
    more.hidden = true;
    found.hidden = results.length === 0;
    found.replaceChildren(
      make('legend', { class: 'visually-hidden' }, msg('target.found')),
      ...results.map(({ path, options }) => {
        const names = Object.keys(options ?? {});
        const label = make('strong', {}, targetLabel(path));
        const hint = names.length === 0 ? targetHint(path) : make('small', {}, ...withCommas(names.map(optionLabel)));
        return make(
          'button',
          { type: 'button', class: 'chip', click: () => take(path, options) },
          label,
          typeof hint === 'string' ? make('small', {}, hint) : hint,
          make('small', { class: 'muted' }, categoryLabel(path.split('/')[0] ?? '')),
        );
      }),
    );
    const best = results[0];
    if (best !== undefined)
      return setText(byId('target-found'), msg('target.enter', { target: targetLabel(best.path) }));
    const isKnown = impossible !== undefined && chosen().length > 0;
    setText(
      byId('target-found'),
      isKnown ? msg('target.impossible', { target: targetLabel(impossible) }) : msg('target.unknown', { text }),
    );
  }

  function update() {
    const files = chosen();
    each.closest('label')?.toggleAttribute('hidden', files.length < 2);
    const isEach = isForEach();
    picker.hidden = isEach;
    byId('each-help').hidden = !isEach;
    setText(byId('target-help'), files.length === 0 ? msg('target.noFiles') : '');
    if (current !== null && !isEach && !guide.possible(formats()).includes(current)) {
      setText(byId('target-error'), msg('target.notAny', { target: targetLabel(current) }));
      current = null;
    }
    for (const { source, place } of files) {
      if (isEach) place.replaceChildren(selectFor(source));
      else place.replaceChildren();
    }
    draw();
    if (search.value !== '') find();
    onChange();
  }

  /** @param {import('../files/files.js').Source} source */
  function selectFor(source) {
    const first = guide.likely([source.format]);
    const rest = guide.possible([source.format]).filter((path) => !first.includes(path));
    const option = (/** @type {string} */ path) => make('option', { value: path }, targetLabel(path));
    const select = make(
      'select',
      { 'aria-label': msg('target.of', { name: source.name }) },
      make('option', { value: '' }, msg('target.choose')),
      make('optgroup', { label: msg('target.likely') }, ...first.map(option)),
      ...guide
        .byCategory(rest)
        .map(([category, paths]) => make('optgroup', { label: categoryLabel(category) }, ...paths.map(option))),
    );
    select.value =
      ofFile.get(source) ?? (current !== null && guide.possible([source.format]).includes(current) ? current : '');
    if (select.value !== '') ofFile.set(source, select.value);
    select.addEventListener('change', () => {
      if (select.value === '') ofFile.delete(source);
      else ofFile.set(source, select.value);
      setText(byId('target-error'), '');
      onChange();
    });
    return select;
  }

  const isForEach = () => each.checked && chosen().length > 1;
  /** @param {import('../files/files.js').Source} source */
  const targetOf = (source) => (isForEach() ? (ofFile.get(source) ?? null) : current);

  each.addEventListener('change', update);
  search.addEventListener('input', find);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      search.value = '';
      clearFound();
    }
    if (event.key !== 'Enter') return;
    // Enter would submit the form.
    event.preventDefault();
    takeFirst();
  });
  /** Searches first for text that is submitted at once. */
  async function takeFirst() {
    const exact = guide.named(search.value).find((path) => guide.possible(formats()).includes(path));
    if (exact !== undefined) return take(exact);
    await find();
    const [best] = results;
    if (best !== undefined && search.value.trim() !== '') take(best.path, best.options);
  }
  picker.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  });
  setAttribute(found, 'aria-live', 'off');

  return {
    update,
    /** @param {string} path */
    choose(path) {
      each.checked = false;
      current = path;
      update();
    },
    /** @returns {Target[]} each once */
    wanted() {
      const files = chosen();
      if (!isForEach()) return current === null ? [] : [{ path: current, needed: guide.needs(current, formats()) }];
      const paths = [...new Set(files.flatMap(({ source }) => targetOf(source) ?? []))];
      return paths.map((path) => {
        const own = files.filter(({ source }) => targetOf(source) === path).map(({ source }) => source.format);
        return { path, needed: guide.needs(path, own) };
      });
    },
    targetOf,
    /** @returns {boolean} false if a file has no target; the focus then moves there */
    check() {
      const missing = chosen().find(({ source }) => targetOf(source) === null);
      if (missing === undefined) return true;
      setText(byId('target-error'), msg(isForEach() ? 'target.missingOne' : 'target.missing'));
      const select = missing.place.querySelector('select');
      (select ?? search).focus();
      return false;
    },
  };
}

/** @param {readonly (string | import('../shell/i18n.js').Message)[]} texts */
const withCommas = (texts) => texts.flatMap((text, index) => (index === 0 ? [text] : [', ', text]));

/**
 * Translates words of other languages, as the search knows English.
 *
 * @param {string} text
 */
async function inEnglish(text) {
  const language = currentLanguage();
  if (language === 'en') return text;
  const { words } = await import(`../shell/messages/${language}.js`);
  const lower = text.toLowerCase();
  const known = Object.entries(/** @type {Record<string, string>} */ (words)).filter(([, own]) =>
    own.split(', ').some((word) => lower.includes(word)),
  );
  return known.length === 0 ? text : known.map(([english]) => english).join(' ');
}
