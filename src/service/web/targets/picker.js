import { byId, make, setText } from '../shell/dom.js';
import { categoryLabel, optionLabel, targetHint, targetLabel } from '../shell/format.js';
import { currentLanguage, msg } from '../shell/i18n.js';
import { searchTargets } from './guide.js';

/**
 * @typedef {object} Pick what was chosen
 * @property {string} path
 * @property {Readonly<Record<string, unknown>>} [options] of a task that was found by its words
 */

/** Pause between a keystroke and a search, ms. */
const PAUSE_MS = 150;
/** Number of found targets that are shown. */
const MOST_FOUND = 12;

/**
 * The dialog in which a target is chosen: the likely ones, a search, and all others, folded.
 *
 * @param {import('./guide.js').Guide} guide
 */
export function createPicker(guide) {
  const dialog = byId('picker', HTMLDialogElement);
  const search = byId('target-search', HTMLInputElement);
  const likely = byId('likely');
  const more = byId('more', HTMLDetailsElement);
  const found = byId('found');
  /** @type {readonly string[]} of the files */
  let formats = [];
  /** @type {string | null} */
  let current = null;
  /** @type {AbortController | null} */
  let searching = null;
  /** @type {Pick[]} */
  let results = [];
  /** @type {Pick | null} */
  let picked = null;

  /** @param {Pick} pick */
  function take(pick) {
    picked = pick;
    dialog.close();
  }

  /** @param {string} path */
  function choice(path) {
    const needed = guide.needs(path, formats);
    const hint = targetHint(path) ?? (needed === null ? null : msg('target.needs', { option: optionLabel(needed) }));
    const isCurrent = String(path === current);
    return make(
      'button',
      { type: 'button', class: 'choice', value: path, 'aria-pressed': isCurrent, click: () => take({ path }) },
      make('strong', {}, targetLabel(path)),
      hint === null ? null : make('small', {}, hint),
    );
  }

  function draw() {
    const first = guide.likely(formats);
    const shown = current === null || first.includes(current) ? first : [current, ...first];
    likely.replaceChildren(...shown.map(choice));
    const rest = guide.possible(formats).filter((path) => !shown.includes(path));
    setText(byId('more-count'), msg('target.more', { number: rest.length }));
    more.hidden = rest.length === 0;
    byId('targets').replaceChildren(
      ...guide
        .byCategory(rest)
        .map(([category, paths]) =>
          make('div', { class: 'category' }, make('h3', {}, categoryLabel(category)), choices(paths.map(choice))),
        ),
    );
  }

  function clearFound() {
    searching?.abort();
    results = [];
    found.replaceChildren();
    found.hidden = true;
    likely.hidden = false;
    more.hidden = false;
    setText(byId('target-found'), '');
  }

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
    const all = [
      ...guide.named(text).map((path) => ({ path })),
      ...tasks.map(({ target, options }) => ({ path: target, options })),
      ...targets.map((path) => ({ path })),
    ];
    const possible = new Set(guide.possible(formats));
    const different = new Map(all.map((each) => [keyOf(each), each]));
    results = [...different.values()].filter(({ path }) => possible.has(path)).slice(0, MOST_FOUND);
    showFound(text, all[0]?.path);
  }

  /** @param {string} text @param {string | undefined} impossible a target that matches, but that the files cannot become */
  function showFound(text, impossible) {
    likely.hidden = true;
    more.hidden = true;
    found.hidden = results.length === 0;
    found.replaceChildren(...results.map(foundChoice));
    const best = results[0];
    const status =
      best !== undefined
        ? msg('target.enter', { target: targetLabel(best.path) })
        : impossible === undefined
          ? msg('target.unknown', { text })
          : msg('target.impossible', { target: targetLabel(impossible) });
    setText(byId('target-found'), status);
  }

  /** @param {Pick} pick */
  function foundChoice(pick) {
    const { path, options = {} } = pick;
    const names = Object.keys(options);
    const hint = targetHint(path);
    return make(
      'button',
      { type: 'button', class: 'choice', click: () => take(pick) },
      make('strong', {}, targetLabel(path)),
      names.length > 0
        ? make('small', {}, ...withCommas(names.map(optionLabel)))
        : hint === null
          ? null
          : make('small', {}, hint),
      make('small', { class: 'muted' }, categoryLabel(path.split('/')[0] ?? '')),
    );
  }

  /** Searches first for text that is submitted at once. */
  async function takeFirst() {
    const exact = guide.named(search.value).find((path) => guide.possible(formats).includes(path));
    if (exact !== undefined) return take({ path: exact });
    await find();
    const [best] = results;
    if (best !== undefined && search.value.trim() !== '') take(best);
  }

  search.addEventListener('input', find);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && search.value !== '') {
      // The first Escape ends the search, the next one closes the dialog.
      event.preventDefault();
      search.value = '';
      clearFound();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    takeFirst();
  });
  byId('picker-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    // Beside its content is the backdrop.
    if (event.target === dialog) dialog.close();
  });

  return {
    /**
     * @param {import('../shell/i18n.js').Message} title
     * @param {readonly string[]} of formats of the files
     * @param {string | null} now
     * @returns {Promise<Pick | null>} null if it was closed
     */
    open(title, of, now) {
      [formats, current, picked] = [of, now, null];
      setText(byId('picker-title'), title);
      search.value = '';
      more.open = false;
      clearFound();
      draw();
      dialog.showModal();
      search.focus();
      return new Promise((resolve) => dialog.addEventListener('close', () => resolve(picked), { once: true }));
    },
  };
}

/** @param {readonly HTMLElement[]} buttons */
const choices = (buttons) => make('div', { class: 'choices' }, ...buttons);

/** @param {Pick} pick */
const keyOf = ({ path, options = {} }) => `${path} ${Object.keys(options)}`;

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
