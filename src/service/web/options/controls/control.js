/* Shared parts of the controls of options. */

/**
 * @typedef {import('../../../../catalog/definition.ts').OptionDefinition} Definition
 * @typedef {import('../../files/files.js').Source} Source
 * @typedef {string | import('../../shell/i18n.js').Message} Text
 *
 * @typedef {{ kind: 'unchanged' } | { kind: 'value', value: unknown } | { kind: 'problem', message: Text }} Reading
 *
 * @typedef {object} Control the part of a field that takes the value
 * @property {HTMLElement} element the whole of it
 * @property {HTMLElement} input what gets the focus, the label and the problem
 * @property {boolean} [isGroup] whether it has several parts, so that the label is of a group
 * @property {() => Reading} read
 * @property {(value: unknown) => void} set
 * @property {() => void} reset
 * @property {() => void} [refresh] other files were chosen
 *
 * @typedef {object} Surroundings what a control may know besides its definition
 * @property {() => readonly Source[]} sources the chosen files
 * @property {(name: string) => unknown} valueOf the present value of another option of the target
 * @property {(name: string, value: unknown) => void} setOther sets another option of the target
 * @property {() => Source | null} picture the first chosen picture
 * @property {() => Source | null} recording the first chosen film or sound whose bytes are here
 * @property {string} path `category/target`
 */

/** @type {Reading} */
export const UNCHANGED = { kind: 'unchanged' };
/** @param {unknown} value @returns {Reading} */
export const given = (value) => ({ kind: 'value', value });
/** @param {Text} message @returns {Reading} */
export const problem = (message) => ({ kind: 'problem', message });

/** @param {Element} element that a program, and not a person, has changed */
export const changed = (element) => element.dispatchEvent(new Event('input', { bubbles: true }));
