import { freshId, make, setAttribute } from '../../shell/dom.js';
import { msg } from '../../shell/i18n.js';
import { changed, UNCHANGED } from './control.js';
import { pagePickerToggle } from './pick-pages.js';
import { textControl } from './simple.js';

/**
 * @typedef {import('./control.js').Control} Control
 * @typedef {import('./control.js').Definition} Definition
 */

/** Choices that need no numbers, by the form of the option. */
const CHOICES = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  'page-selection': ['odd', 'even', 'first', 'last', 'last-first'],
  'page-choice': ['first', 'all'],
  'page-ranges': [],
  'split-points': ['all', 'blank', 'barcode', 'bookmarks'],
  'page-number': [],
});

/**
 * Pages of a document: a menu of the usual choices, ranges written by hand, or pages picked where pictures of them are available.
 *
 * @param {Definition} definition
 * @param {import('./control.js').Surroundings} around
 * @returns {Control}
 */
export function pagesControl(definition, { sources }) {
  const text = textControl(definition);
  const { input } = text;
  const choices = (CHOICES[definition.format ?? ''] ?? []).filter((choice) => choice !== definition.default);
  const menu = make(
    'select',
    { id: freshId() },
    make(
      'option',
      { value: '' },
      definition.default === undefined
        ? msg(definition.format === 'split-points' ? 'pages.notSplit' : 'pages.notSet')
        : msg('option.default', { value: String(definition.default) }),
    ),
    ...choices.map((choice) => make('option', { value: choice }, msg(choiceKey(definition.format, choice)))),
    make('option', { value: 'custom' }, msg('pages.custom')),
  );
  const picker = pagePickerToggle(msg('pages.pick'), sources, {
    onPick: (pages) => {
      input.value = rangesOf(pages);
      changed(input);
    },
  });
  setAttribute(input, 'aria-label', msg('pages.written'));
  const custom = make('div', { class: 'stack', hidden: true }, input, picker.button, picker.place);

  function show() {
    custom.hidden = menu.value !== 'custom';
    picker.button.hidden = definition.format === 'split-points' || !picker.isPossible();
  }
  menu.addEventListener('change', () => {
    show();
    if (menu.value === 'custom') input.focus();
    changed(menu);
  });
  show();

  return {
    element: make('div', { class: 'stack' }, menu, custom),
    input: menu,
    read: () => {
      if (menu.value === '') return UNCHANGED;
      return menu.value === 'custom' ? text.read() : { kind: 'value', value: menu.value };
    },
    set: (value) => {
      const isChoice = choices.includes(String(value));
      menu.value = isChoice ? String(value) : 'custom';
      if (!isChoice) text.set(value);
      show();
    },
    reset: () => {
      menu.value = '';
      text.reset();
      picker.close();
      show();
    },
  };
}

/** @param {string | undefined} format @param {string} choice @returns {import('../../shell/i18n.js').Key} */
function choiceKey(format, choice) {
  if (format === 'split-points' && choice === 'all') return 'pages.splitAll';
  switch (choice) {
    case 'blank':
      return 'pages.splitBlank';
    case 'barcode':
      return 'pages.splitBarcode';
    case 'bookmarks':
      return 'pages.splitBookmarks';
    case 'odd':
      return 'pages.odd';
    case 'even':
      return 'pages.even';
    case 'first':
      return 'pages.first';
    case 'last':
      return 'pages.last';
    case 'last-first':
      return 'pages.reversed';
    default:
      return 'pages.all';
  }
}

/**
 * @param {readonly number[]} pages in the order in which they were picked
 * @returns {string} such as `1-3,7`
 */
export function rangesOf(pages) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last !== undefined && page === last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}
