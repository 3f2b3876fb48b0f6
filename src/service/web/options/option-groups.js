import { msg } from '../shell/i18n.js';

/* Groups the options of a target. Everyday options come first and are visible, the others are in folded groups. */

/** @typedef {import('../../../catalog/definition.ts').CatalogEntry} CatalogEntry */
/** @typedef {import('../../../catalog/definition.ts').OptionDefinition} OptionDefinition */

/**
 * Options that apply only to other kinds of files are not shown.
 *
 * @param {OptionDefinition} definition
 * @param {readonly string[]} kinds of the files; none: not known yet
 */
const isFor = ({ 'x-inputs': inputs }, kinds) =>
  inputs === undefined ||
  kinds.length === 0 ||
  // An address on the web may turn out to be of any kind.
  kinds.some((kind) => kind === 'other' || inputs.some((input) => input === kind));

/**
 * @param {CatalogEntry} entry
 * @param {import('../../conversions/guide.ts').Guide} tables
 * @param {string | null} needed a required option, which comes first
 * @param {readonly string[]} kinds of the files
 * @returns {{ first: string[], folded: { title: import('../shell/i18n.js').Message, names: string[] }[] }} without deprecated options, without
 *   short names of other options, and without those of other kinds of files
 */
export function groupOptions({ options }, { groups }, needed, kinds) {
  const all = Object.entries(options).filter(
    ([name, definition]) =>
      definition.deprecated !== true &&
      definition['x-short-for'] === undefined &&
      (name === needed || isFor(definition, kinds)),
  );
  const everyday = all
    .flatMap(([name, definition]) => {
      const order = definition['x-order'];
      return order === undefined || name === needed ? [] : [{ name, order }];
    })
    .sort((a, b) => a.order - b.order);
  const first = [
    ...all.flatMap(([name]) => (name === needed ? [name] : [])),
    ...everyday.map(({ name }) => name),
    ...(options.preset === undefined ? [] : ['preset']),
  ];
  const left = all.filter(([name]) => !first.includes(name));
  const byGroup = Map.groupBy(left, ([, definition]) => definition['x-group'] ?? 'other');
  const folded = groups.flatMap((group) => {
    const members = byGroup.get(group);
    return members === undefined
      ? []
      : [
          {
            title: msg(/** @type {import('../shell/i18n.js').Key} */ (`group.${group}`)),
            names: members.map(([name]) => name),
          },
        ];
  });
  return { first, folded };
}

/** Units whose symbols differ from their names. */
const WRITTEN = /** @type {Readonly<Record<string, string>>} */ ({ perc: '%', inches: 'in' });

/**
 * @param {CatalogEntry} entry
 * @param {string} name
 * @param {(name: string) => unknown} otherValue the present value of another option
 * @returns {string} the unit of a value; empty for none
 */
export function unitOf({ options }, name, otherValue) {
  const { 'x-unit': fixed = '', 'x-unit-option': by } = options[name] ?? {};
  if (by === undefined) return fixed;
  const unit = String(otherValue(by) ?? options[by]?.default ?? fixed);
  return WRITTEN[unit] ?? unit;
}
