import { make } from '../../shell/dom.js';
import { languageName, msg, valueWords } from '../../shell/i18n.js';
import { changed, given, problem, UNCHANGED } from './control.js';

/* Controls of one element: a menu, a tick, a number, a text. */

/**
 * @typedef {import('./control.js').Control} Control
 * @typedef {import('./control.js').Definition} Definition
 */

/** Options whose values are languages. */
const SPEECH = new Set(['language_stt', 'language_tts']);

/** @param {string} name @param {string | number} value @returns {string | import('../../shell/i18n.js').Message} */
function valueLabel(name, value) {
  const words = valueWords(name, value);
  if (words !== null) return words;
  const named = SPEECH.has(name) && typeof value === 'string' ? languageName(value) : undefined;
  return named === undefined ? String(value) : `${named} (${value})`;
}

/**
 * @param {string} name
 * @param {Definition} definition
 * @returns {Control}
 */
export function selectControl(name, { enum: values = [], default: fallback }) {
  const none =
    fallback === undefined
      ? msg('option.notSet')
      : msg('option.default', { value: valueLabel(name, /** @type {string} */ (fallback)) });
  const choices = values.map((value, index) =>
    value === fallback ? null : make('option', { value: index }, valueLabel(name, value)),
  );
  const input = make('select', {}, make('option', { value: '' }, none), ...choices);
  return {
    element: input,
    input,
    read: () => (input.value === '' ? UNCHANGED : given(values[Number(input.value)])),
    set: (value) => {
      const index = values.indexOf(/** @type {string} */ (value));
      input.value = index < 0 || value === fallback ? '' : String(index);
    },
    reset: () => {
      input.value = '';
    },
  };
}

/**
 * @param {Definition} definition
 * @returns {Control}
 */
export function checkControl({ default: fallback = false }) {
  const input = make('input', { type: 'checkbox', checked: fallback === true });
  return {
    element: input,
    input,
    read: () => (input.checked === fallback ? UNCHANGED : given(input.checked)),
    set: (value) => {
      input.checked = value === true;
    },
    reset: () => {
      input.checked = fallback === true;
    },
  };
}

/**
 * @param {Definition} definition
 * @returns {Control & { input: HTMLInputElement }}
 */
export function numberControl({ type, minimum, maximum, default: fallback, example }) {
  const input = make('input', {
    type: 'number',
    min: minimum,
    max: maximum,
    step: type === 'integer' ? 1 : 'any',
    placeholder:
      fallback !== undefined
        ? msg('option.default', { value: String(fallback) })
        : example === undefined
          ? null
          : msg('option.example', { value: String(example) }),
  });
  return {
    element: input,
    input,
    read() {
      const { badInput, rangeUnderflow, rangeOverflow, stepMismatch } = input.validity;
      if (badInput) return problem(msg('problem.number'));
      if (stepMismatch) return problem(msg('problem.whole'));
      if (rangeUnderflow) return problem(msg('problem.least', { limit: minimum ?? 0 }));
      if (rangeOverflow) return problem(msg('problem.most', { limit: maximum ?? 0 }));
      return input.value === '' || input.valueAsNumber === fallback ? UNCHANGED : given(input.valueAsNumber);
    },
    set: (value) => {
      input.value = String(value);
    },
    reset: () => {
      input.value = '';
    },
  };
}

/**
 * @param {Definition} definition
 * @returns {Control & { input: HTMLInputElement }}
 */
export function textControl({ pattern, minLength, maxLength, example, writeOnly, default: fallback }) {
  const sample = example === undefined ? null : String(example);
  const input = make('input', {
    type: writeOnly ? 'password' : 'text',
    // This is not a password of this site.
    autocomplete: writeOnly ? 'new-password' : 'off',
    spellcheck: 'false',
    placeholder:
      fallback !== undefined
        ? msg('option.default', { value: String(fallback) })
        : sample === null || writeOnly
          ? null
          : msg('option.example', { value: sample }),
  });
  const matches = pattern === undefined ? null : new RegExp(pattern, 'u');
  return {
    element: input,
    input,
    read() {
      const { value } = input;
      if (value === '' || value === fallback) return UNCHANGED;
      const length = [...value].length;
      if (minLength !== undefined && length < minLength) return problem(msg('problem.short', { limit: minLength }));
      if (maxLength !== undefined && length > maxLength) return problem(msg('problem.long', { limit: maxLength }));
      if (matches !== null && !matches.test(value))
        return problem(sample === null ? msg('problem.characters') : msg('problem.like', { example: sample }));
      return given(value);
    },
    set: (value) => {
      input.value = String(value);
    },
    reset: () => {
      input.value = '';
    },
  };
}

/**
 * A text with words separated by commas, and a menu from which to add words.
 *
 * @param {Definition} definition
 * @returns {Control}
 */
export function wordsControl(definition) {
  const text = textControl(definition);
  const { input } = text;
  const words = (definition['x-values'] ?? []).map((word) => ({ word, label: languageName(word) }));
  const known = words.filter(({ label }) => label !== undefined && label !== '');
  known.sort((a, b) => (a.label ?? '').localeCompare(b.label ?? ''));
  const others = words.filter((each) => !known.includes(each));
  const select = make(
    'select',
    { 'aria-label': msg('option.addWord') },
    make('option', { value: '' }, msg('option.add')),
    ...[...known, ...others].map(({ word, label }) =>
      make('option', { value: word }, label ? `${label} (${word})` : word),
    ),
  );
  // The page gets the input event of the text, not of the menu.
  select.addEventListener('input', (event) => event.stopPropagation());
  select.addEventListener('change', () => {
    if (select.value === '') return;
    const chosen = input.value.split(',').filter((word) => word !== '');
    input.value = [...new Set([...chosen, select.value])].join(',');
    select.value = '';
    changed(input);
  });
  return { ...text, element: make('div', { class: 'stack' }, input, select) };
}

/**
 * @param {Definition} definition an object, or an array of them
 * @returns {Control}
 */
export function jsonControl({ type, example }) {
  const sample = JSON.stringify(example ?? (type === 'array' ? [] : {}));
  const input = make('textarea', { rows: 2, spellcheck: 'false', placeholder: sample, class: 'code' });
  return {
    element: input,
    input,
    read() {
      if (input.value.trim() === '') return UNCHANGED;
      const refused = problem(msg(type === 'array' ? 'problem.jsonList' : 'problem.jsonObject', { example: sample }));
      try {
        const value = JSON.parse(input.value);
        const fits =
          type === 'array'
            ? Array.isArray(value)
            : typeof value === 'object' && value !== null && !Array.isArray(value);
        return fits ? given(value) : refused;
      } catch {
        return refused;
      }
    },
    set: (value) => {
      input.value = JSON.stringify(value);
    },
    reset: () => {
      input.value = '';
    },
  };
}
