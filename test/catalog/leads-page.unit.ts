import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { routeText } from '../../src/catalog/accepted-inputs.ts';
import { routeTo } from '../../src/catalog/conversion-graph.ts';
import { listCategories, listEntries } from '../../src/catalog/index.ts';
import { formatNames, formatOf } from '../../src/files/formats/names.ts';

const PAGE = new URL('../../docs/formats.md', import.meta.url);
const BEGIN = '<!-- what leads where: begin -->';
const END = '<!-- what leads where: end -->';

/** Categories that accept any file. */
const OF_ALL = ['archive', 'hash', 'metadata'];
const COLUMNS = listCategories().filter((category) => !OF_ALL.includes(category));

/** Returns how a category's targets accept a format: `all`, or what they need, with the targets if they differ. */
function cell(category: string, format: string): string {
  const entries = listEntries({ category });
  const routes = entries.flatMap(({ target }) => {
    const route = routeTo(category, target, format);
    return route === null ? [] : [{ target, how: routeText(route) }];
  });
  return [...Map.groupBy(routes, ({ how }) => how)]
    .sort(([a], [b]) => a.length - b.length)
    .map(([how, some]) => {
      const which = some.length === entries.length ? 'all' : some.map(({ target }) => target).join(', ');
      return how === '' ? which : `${which} ${how}`;
    })
    .join('; ');
}

/** Returns the table; formats with the same targets share a line. */
function table(): string {
  const rows = Map.groupBy(formatNames(), (format) =>
    [formatOf(format).kind, ...COLUMNS.map((category) => cell(category, format))].join(' | '),
  );
  return [
    `| input | kind | ${COLUMNS.join(' | ')} |`,
    `|---|---|${COLUMNS.map(() => '---|').join('')}`,
    ...[...rows].map(([cells, formats]) => `| ${formats.toSorted().join(', ')} | ${cells} |`),
  ].join('\n');
}

it('docs/formats.md has the table of what leads where, as the catalog computes it', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest = ''] = page.split(BEGIN);
  const [, after] = rest.split(END);
  expect(after, 'the page has no place for the table').toBeDefined();
  await expect(`${before}${BEGIN}\n\n${table()}\n\n${END}${after}`).toMatchFileSnapshot(PAGE.pathname);
});
