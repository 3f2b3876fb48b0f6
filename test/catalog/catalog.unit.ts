import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findEntry, listEntries } from '../../src/catalog/index.ts';
import { catalogText, promiseText, readCatalogText } from './catalog-text.ts';

/** After a change of the catalog: `npx vitest run test/catalog --update`, and read the difference. */
const SNAPSHOT = join(import.meta.dirname, 'catalog.txt');
/** Targets and options that the interface defines. The file follows the interface's description and changes only with it. */
const INTERFACE = join(import.meta.dirname, 'interface.txt');

const pathOf = ({ category, target }: { category: string; target: string }) => `${category}/${target}`;

it('has every target and option that the interface defines, with its type, values, limits and default', () => {
  const { options: promised } = readCatalogText(readFileSync(INTERFACE, 'utf8'));
  expect(promised.size).toBe(59);
  const problems = [...promised].flatMap(([path, options]) => {
    const [category = '', target = ''] = path.split('/');
    const entry = findEntry(category, target);
    if (entry === undefined) return [`${path} is missing`];
    return [...options].flatMap(([name, text]) => {
      const definition = entry.options[name];
      const actual = definition === undefined ? 'missing' : promiseText(definition);
      return actual === text ? [] : [`${path} ${name} is ${actual}, but should be ${text}`];
    });
  });
  expect(problems).toEqual([]);
});

it('is what catalog.txt shows, and keeps every id that is in there', async () => {
  const { ids: given } = readCatalogText(readFileSync(SNAPSHOT, 'utf8'));
  const ids = new Map(listEntries().map((entry) => [pathOf(entry), entry.id]));
  // Before the comparison, so that --update cannot write an id that has changed or gone.
  expect([...given].filter(([path, id]) => ids.get(path) !== id)).toEqual([]);
  expect(new Set(ids.values()).size).toBe(ids.size);
  // Higher ids belong to third-party engines.
  expect([...ids].filter(([, id]) => id >= 100_000)).toEqual([]);
  await expect(catalogText(listEntries())).toMatchFileSnapshot(SNAPSHOT);
});

it('describes the items of rotate and filters', () => {
  const pdf = findEntry('document', 'pdf')?.options;
  expect(pdf?.rotate?.items).toMatchObject({
    required: ['pages', 'angle'],
    properties: {
      pages: { type: 'string', default: '1-last' },
      angle: { type: 'integer', enum: [0, 90, 180, 270], default: 0 },
    },
  });
  expect(pdf?.filters?.items).toMatchObject({
    properties: { filter_name: { enum: ['remove_images', 'remove_text', 'remove_vectors'] } },
  });
});
