import { freshId, make, setText } from '../shell/dom.js';
import { optionLabel } from '../shell/format.js';
import { described, markDescription, msg } from '../shell/i18n.js';
import { colourControl } from './controls/colour.js';
import { UNCHANGED } from './controls/control.js';
import { pagesControl } from './controls/pages.js';
import { partsControl } from './controls/parts.js';
import { rotatePagesControl } from './controls/rotate-pages.js';
import {
  checkControl,
  jsonControl,
  numberControl,
  selectControl,
  textControl,
  wordsControl,
} from './controls/simple.js';
import { turnControl } from './controls/turn.js';

/* One option of a target as a field of a form, made from its definition in the catalog. */

/**
 * @typedef {import('./controls/control.js').Definition} Definition
 * @typedef {import('./controls/control.js').Control} Control
 * @typedef {import('./controls/control.js').Reading} Reading
 * @typedef {import('./controls/control.js').Text} Text
 *
 * @typedef {object} OptionField
 * @property {string} name
 * @property {HTMLElement} element
 * @property {() => Reading} read returns what the person has entered
 * @property {(message: Text) => void} complain shows what is wrong; an empty text removes it
 * @property {(unit: string) => void} showUnit
 * @property {() => void} refresh other files were chosen
 * @property {() => void} focus
 * @property {() => void} reset
 * @property {(value: unknown) => void} set null removes the value
 * @property {(search: string) => boolean} matches whether it matches a search in lower case
 */

/**
 * @param {string} name
 * @param {Definition} definition
 * @param {import('./controls/control.js').Surroundings} around
 * @param {{ isNeeded?: boolean, control?: Control }} [how] whether it is required; its control, if that is made elsewhere
 * @returns {OptionField}
 */
export function createOptionField(name, definition, around, { isNeeded = false, control: own } = {}) {
  const id = freshId();
  const control = own ?? controlFor(name, definition, around);
  const { input } = control;
  const isCheck = definition.type === 'boolean';
  const help = make('p', { class: 'help', id: `${id}-help` }, helpText(definition));
  markDescription(help, definition.description);
  const error = make('p', { class: 'error', id: `${id}-error`, role: 'alert' });
  const unit = make('span', { class: 'unit muted' });
  const label = make(control.isGroup ? 'span' : 'label', { class: 'label', id: `${id}-label` }, optionLabel(name));
  if (!control.isGroup) {
    input.id = id;
    label.setAttribute('for', id);
  }
  input.setAttribute('aria-describedby', `${help.id} ${error.id}`);
  const element = make(
    'div',
    {
      class: isCheck ? 'field option check-option' : 'field option',
      'data-option': name,
      role: control.isGroup ? 'group' : null,
      'aria-labelledby': control.isGroup ? label.id : null,
    },
    isCheck ? make('div', { class: 'check' }, input, label) : make('div', { class: 'label-line' }, label, unit),
    !isCheck && control.element,
    help,
    error,
  );
  /** @param {Text} message */
  const complain = (message) => {
    setText(error, message);
    if (String(message) === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  };
  /** @returns {Reading} */
  const read = () => {
    const reading = control.read();
    return isNeeded && reading.kind === 'unchanged' ? { kind: 'problem', message: msg('problem.needed') } : reading;
  };
  const show = () => element.classList.toggle('changed', control.read().kind !== 'unchanged');
  // Errors appear when the form is sent and disappear while they are fixed. If they appeared on leaving a field, they would move a control
  // below it away from the pointer that is about to press it.
  element.addEventListener('input', () => {
    if (control.read().kind !== 'problem') complain('');
    show();
  });
  return {
    name,
    element,
    read,
    complain,
    showUnit: (text) => setText(unit, text),
    refresh: () => control.refresh?.(),
    focus: () => input.focus(),
    reset() {
      control.reset();
      complain('');
      show();
    },
    set(value) {
      if (value === null || value === undefined) control.reset();
      else control.set(value);
      show();
    },
    matches: (search) =>
      `${name} ${optionLabel(name)} ${described(definition.description)}`
        .toLowerCase()
        .includes(search.replaceAll('_', ' ')) || name.includes(search),
  };
}

/** @param {Definition} definition */
function helpText({ description, minimum, maximum, enum: values }) {
  const text = described(description);
  const hasRange = values === undefined && minimum !== undefined && maximum !== undefined;
  return hasRange ? msg('option.range', { text, minimum, maximum }) : text;
}

/** Formats of texts that select pages. */
const PAGES = new Set(['page-selection', 'page-choice', 'page-ranges', 'split-points']);
const COLOURS = new Set(['rgb-color', 'color', 'alpha-channel']);

/**
 * @param {string} name
 * @param {Definition} definition
 * @param {import('./controls/control.js').Surroundings} around
 * @returns {Control}
 */
function controlFor(name, definition, around) {
  const { type, format, items } = definition;
  if (definition.enum !== undefined) return selectControl(name, definition);
  if (type === 'boolean') return checkControl(definition);
  if (name === 'rotate' && type === 'integer') return turnControl(definition);
  if (type === 'integer' || type === 'number') return numberControl(definition);
  if (type === 'array' && items?.properties?.angle !== undefined) return rotatePagesControl(definition, around);
  if (type === 'array' && items?.properties?.start !== undefined) return partsControl(definition, around);
  if (type !== 'string') return jsonControl(definition);
  if (definition['x-values'] !== undefined) return wordsControl(definition);
  if (COLOURS.has(format ?? '')) return colourControl(definition);
  if (PAGES.has(format ?? '')) return pagesControl(definition, around);
  return textControl(definition);
}

/**
 * The presets of a target as a menu.
 *
 * @param {readonly { name: string }[]} presets
 * @returns {Control}
 */
export function presetControl(presets) {
  const input = make(
    'select',
    {},
    make('option', { value: '' }, msg('preset.none')),
    ...presets.map(({ name }) => make('option', { value: name }, name)),
  );
  return {
    element: input,
    input,
    read: () => (input.value === '' ? UNCHANGED : { kind: 'value', value: input.value }),
    set: (value) => {
      input.value = String(value);
    },
    reset: () => {
      input.value = '';
    },
  };
}
