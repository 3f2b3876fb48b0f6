import { expect, it } from 'vitest';
import { requireEntry } from '../../../src/catalog/index.ts';
import { inputEngines } from '../../../src/catalog/input-catalog.ts';
import { PENDING } from '../../../src/service/gotenberg/fields/pending.ts';
import { FIELD_TABLES } from '../../../src/service/gotenberg/fields/tables.ts';

/** Every option that a field can become: of the targets and of the inputs that the routes use. */
const existing = new Set([
  ...Object.keys(requireEntry('document', 'pdf').options),
  ...['screenshot', 'screenshot_pdf'].flatMap((engine) => [
    engine,
    ...Object.keys(inputEngines().get(engine)?.options ?? {}),
  ]),
  // A field of inputs.
  'decrypt_password',
]);

it('maps fields to options that exist, or are named as missing', () => {
  const mapped = FIELD_TABLES.flatMap(({ rows }) => rows.flatMap(({ options }) => options));

  expect(mapped.length).toBeGreaterThan(60);
  expect(mapped.filter((option) => !existing.has(option) && !PENDING.has(option))).toEqual([]);
});

it('names no option as missing that exists', () => {
  expect([...PENDING].filter((option) => existing.has(option))).toEqual([]);
});

it('lists every field once', () => {
  const names = FIELD_TABLES.flatMap(({ title, rows }) => rows.map(({ name }) => `${title} ${name}`));

  expect(names).toEqual([...new Set(names)]);
});
