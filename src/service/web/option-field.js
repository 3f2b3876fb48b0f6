import { freshId, make, setText } from './dom.js';
import { optionLabel } from './format.js';

/* One option of a target as a field of a form, made from its definition in the catalog. */

/**
 * @typedef {import('../../catalog/definition.ts').OptionDefinition} Definition
 *
 * @typedef {{ kind: 'unchanged' } | { kind: 'value', value: unknown } | { kind: 'problem', message: string }} Reading
 *
 * @typedef {object} OptionField
 * @property {string} name
 * @property {HTMLElement} element
 * @property {() => Reading} read what the person made of it
 * @property {(message: string) => void} complain shows what is wrong; an empty text: nothing is
 * @property {() => void} focus
 * @property {() => void} reset
 * @property {(search: string) => boolean} matches whether a search in lower case means it
 *
 * @typedef {object} Control the part of a field that takes the value
 * @property {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 * @property {Node} [beside] shown after the input
 * @property {() => Reading} read
 * @property {() => void} reset
 */

/** @type {Reading} */
const UNCHANGED = { kind: 'unchanged' };
/** @param {unknown} value @returns {Reading} */
const given = (value) => ({ kind: 'value', value });
/** @param {string} message @returns {Reading} */
const problem = (message) => ({ kind: 'problem', message });

/**
 * @param {string} name
 * @param {Definition} definition
 * @returns {OptionField}
 */
export function createOptionField(name, definition) {
  const id = freshId();
  const control = controlFor(definition);
  const { input } = control;
  const help = make('p', { class: 'help', id: `${id}-help` }, helpText(definition));
  const error = make('p', { class: 'error', id: `${id}-error`, role: 'alert' });
  input.id = id;
  input.setAttribute('aria-describedby', `${help.id} ${error.id}`);
  const label = make('label', { for: id }, optionLabel(name));
  const isCheck = definition.type === 'boolean';
  const element = make(
    'div',
    { class: isCheck ? 'field option check-option' : 'field option', 'data-option': name },
    isCheck ? make('div', { class: 'check' }, input, label) : label,
    !isCheck && input,
    control.beside,
    help,
    error,
  );
  /** @param {string} message */
  const complain = (message) => {
    setText(error, message);
    if (message === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  };
  const read = () => control.read();
  // Complaints come when the form is sent and go while they are fixed. On leaving a field they would move what is below it, from
  // under the pointer that just goes to press it.
  input.addEventListener('input', () => {
    const reading = read();
    if (reading.kind !== 'problem') complain('');
    element.classList.toggle('changed', reading.kind !== 'unchanged');
  });
  const words = `${name} ${optionLabel(name)} ${definition.description}`.toLowerCase();
  return {
    name,
    element,
    read,
    complain,
    focus: () => input.focus(),
    reset() {
      control.reset();
      complain('');
      element.classList.remove('changed');
    },
    matches: (search) => words.includes(search),
  };
}

/** @param {Definition} definition */
function helpText({ description, example, minimum, maximum, deprecated, type, enum: values }) {
  const parts = [deprecated ? `Outdated. ${description}` : description];
  if (values === undefined && minimum !== undefined && maximum !== undefined)
    parts.push(`From ${minimum} to ${maximum}.`);
  if (type === 'string' && values === undefined && example !== undefined) parts.push(`Example: ${example}`);
  return parts.join(' ');
}

/**
 * @param {Definition} definition
 * @returns {Control}
 */
function controlFor(definition) {
  if (definition.enum !== undefined) return selectControl(definition.enum, definition.default);
  switch (definition.type) {
    case 'boolean':
      return checkControl(definition.default === true);
    case 'integer':
    case 'number':
      return numberControl(definition);
    case 'string':
      return textControl(definition);
    default:
      return jsonControl(definition);
  }
}

/**
 * @param {readonly (string | number)[]} values
 * @param {unknown} fallback the default, where the catalog has one
 * @returns {Control}
 */
function selectControl(values, fallback) {
  const nothing = make('option', { value: '' }, fallback === undefined ? 'Not set' : `${fallback} (default)`);
  const choices = values.map((value, index) =>
    value === fallback ? null : make('option', { value: index }, String(value)),
  );
  const input = make('select', {}, nothing, ...choices);
  return {
    input,
    read: () => (input.value === '' ? UNCHANGED : given(values[Number(input.value)])),
    reset: () => {
      input.value = '';
    },
  };
}

/**
 * @param {boolean} fallback
 * @returns {Control}
 */
function checkControl(fallback) {
  const input = make('input', { type: 'checkbox', checked: fallback });
  return {
    input,
    read: () => (input.checked === fallback ? UNCHANGED : given(input.checked)),
    reset: () => {
      input.checked = fallback;
    },
  };
}

/**
 * @param {Definition} definition
 * @returns {Control}
 */
function numberControl({ type, minimum, maximum, default: fallback }) {
  const input = make('input', {
    type: 'number',
    min: minimum,
    max: maximum,
    step: type === 'integer' ? 1 : 'any',
    placeholder: fallback === undefined ? null : `${fallback} (default)`,
  });
  return {
    input,
    read() {
      const { badInput, rangeUnderflow, rangeOverflow, stepMismatch } = input.validity;
      if (badInput) return problem('Give a number.');
      if (stepMismatch) return problem('Give a whole number.');
      if (rangeUnderflow) return problem(`Give a number of at least ${minimum}.`);
      if (rangeOverflow) return problem(`Give a number of at most ${maximum}.`);
      return input.value === '' || input.valueAsNumber === fallback ? UNCHANGED : given(input.valueAsNumber);
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
function textControl({ pattern, minLength, maxLength, example, writeOnly, default: fallback, 'x-values': words }) {
  const input = make('input', {
    type: writeOnly ? 'password' : 'text',
    // What is typed here is not a password of this site.
    autocomplete: writeOnly ? 'new-password' : 'off',
    spellcheck: 'false',
    placeholder: fallback === undefined ? null : `${fallback} (default)`,
  });
  const matches = pattern === undefined ? null : new RegExp(pattern, 'u');
  return {
    input,
    ...(words === undefined ? {} : { beside: wordList(words, input) }),
    read() {
      const { value } = input;
      if (value === '' || value === fallback) return UNCHANGED;
      const length = [...value].length;
      if (minLength !== undefined && length < minLength) return problem(`Give at least ${minLength} characters.`);
      if (maxLength !== undefined && length > maxLength) return problem(`Give at most ${maxLength} characters.`);
      if (matches !== null && !matches.test(value))
        return problem(example === undefined ? 'These characters do not fit here.' : `Write it like ${example}.`);
      return given(value);
    },
    reset: () => {
      input.value = '';
    },
  };
}

/**
 * A list to pick words from, for a text that is a list of them with commas between.
 *
 * @param {readonly string[]} words
 * @param {HTMLInputElement} input
 */
function wordList(words, input) {
  const select = make('select', { 'aria-label': 'Add one from the list' }, make('option', { value: '' }, 'Add…'));
  select.append(...words.map((word) => make('option', { value: word }, word)));
  select.addEventListener('change', () => {
    if (select.value === '') return;
    input.value = [...input.value.split(',').filter((word) => word !== ''), select.value].join(',');
    select.value = '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return select;
}

/**
 * @param {Definition} definition an object, or an array of them
 * @returns {Control}
 */
function jsonControl({ type, example }) {
  const sample = example ?? (type === 'array' ? [] : {});
  const input = make('textarea', { rows: 3, spellcheck: 'false', placeholder: JSON.stringify(sample), class: 'code' });
  return {
    input,
    read() {
      if (input.value.trim() === '') return UNCHANGED;
      const message = `Write ${type === 'array' ? 'a list' : 'an object'} in JSON, such as ${JSON.stringify(sample)}.`;
      try {
        const value = JSON.parse(input.value);
        const fits =
          type === 'array'
            ? Array.isArray(value)
            : typeof value === 'object' && value !== null && !Array.isArray(value);
        return fits ? given(value) : problem(message);
      } catch {
        return problem(message);
      }
    },
    reset: () => {
      input.value = '';
    },
  };
}
