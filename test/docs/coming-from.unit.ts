import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listEntries } from '../../src/catalog/index.ts';
import { inputEngines } from '../../src/catalog/input-catalog.ts';
import { inputEntries } from '../../src/catalog/validate-input.ts';
import { GROUPS } from '../../src/settings/describe.ts';
import { ROOT } from '../cli/support.ts';

const entries = [...listEntries(), ...inputEntries()];
const KNOWN: ReadonlySet<string> = new Set([
  ...entries.flatMap(({ options }) => Object.keys(options)),
  ...entries.map(({ target }) => target),
  ...inputEngines().keys(),
  ...GROUPS.flatMap(({ settings }) => Object.keys(settings)),
]);

/** Returns the names in code in the last column of the tables: options, targets, engines, settings. */
const namesIn = (page: string): string[] =>
  [...page.matchAll(/^\|.*\| ([^|]*) \|$/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([a-z]+_[a-z_]+|[A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)])
    .map(([, name = '']) => name);

/** Fields of requests and jobs. */
const FIELDS = [
  'output_target',
  'input_id',
  'decrypt_password',
  'notify_status',
  'gdrive_picker',
  'fail_on_input_error',
  'fail_on_conversion_error',
];

test.each(globSync('docs/coming-from/*.md', { cwd: ROOT }))('%s names options that exist', (path) => {
  const names = namesIn(readFileSync(join(ROOT, path), 'utf8'));
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !KNOWN.has(name) && !FIELDS.includes(name))).toEqual([]);
});

test('finds a name that does not exist', () => {
  expect(namesIn('| a | `margin_top` … and `no_margin=1` |').filter((name) => !KNOWN.has(name))).toEqual(['no_margin']);
});
