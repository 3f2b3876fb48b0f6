import { make } from '../shell/dom.js';
import { msg, valueText, valueWords } from '../shell/i18n.js';

/** @typedef {import('../../../receipt/schema.ts').Receipt} Receipt */

/**
 * Shows the receipt of a result: what is lost, and what was counted before and after.
 *
 * @param {Receipt} receipt
 * @param {string} filename of the result
 */
export function createReceipt(receipt, filename) {
  const { losses, fewer, route } = receipt;
  const counts = Object.entries(receipt.counts).filter(([, { input, output }]) => Boolean(input) || Boolean(output));
  const known = losses.length === 0 ? fewer.length : losses.length;
  const programs = route.map(({ program, version }) => (version === null ? program : `${program} ${version}`));
  const replaced = (receipt.fonts?.replaced ?? []).map(({ name, by }) => `${name} → ${by}`);
  const address = () => URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }));
  const save = make('button', { type: 'button' }, msg('receipt.save'));
  save.addEventListener('click', () => {
    const link = make('a', { href: address(), download: `${filename}.receipt.json` });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return make(
    'details',
    { class: 'receipt' },
    make('summary', {}, known === 0 ? msg('receipt.whole') : msg('receipt.lossy', { count: known })),
    losses.length === 0
      ? null
      : make('ul', { class: 'losses' }, ...losses.map(({ message }) => make('li', {}, message))),
    make(
      'table',
      {},
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          make('th', { scope: 'col' }, msg('receipt.counted')),
          make('th', { scope: 'col' }, msg('output.before')),
          make('th', { scope: 'col' }, msg('output.after')),
        ),
      ),
      make('tbody', {}, ...counts.map(([name, sides]) => row(name, sides, fewer.includes(name)))),
    ),
    replaced.length === 0 ? null : make('p', {}, msg('receipt.fonts', { names: { list: replaced } })),
    programs.length === 0
      ? null
      : make('p', { class: 'muted' }, msg('receipt.programs', { names: { list: programs } })),
    save,
  );
}

/** @param {string} name @param {Receipt['counts'][string]} sides @param {boolean} isLess */
function row(name, { input, output }, isLess) {
  return make(
    'tr',
    isLess ? { class: 'less' } : {},
    make('th', { scope: 'row' }, valueWords('count', name) ?? name),
    make('td', {}, side(input)),
    make('td', {}, side(output)),
  );
}

/** @param {number | null} count */
const side = (count) => (count === null ? msg('receipt.unknown') : valueText(Math.round(count * 100) / 100));
