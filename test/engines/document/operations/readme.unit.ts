import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PDF_OPTIONS } from '../../../../engines/document/catalog-pdf.ts';
import { OPERATIONS, PDF_OPERATION_OPTIONS } from '../../../../engines/document/operations/operations.ts';
import type { OptionDefinition } from '../../../../src/catalog/index.ts';
import { REASONS, SAMPLED, sampleOf } from './observers.ts';

/* The tables of the README are what the catalog, the operations and the tests say. */

const README = fileURLToPath(new URL('../../../../engines/document/operations/README.md', import.meta.url));

/** Options that recognition of text honours, before any operation. */
const OF_RECOGNITION = ['auto_rotate', 'deskew', 'rasterize_dpi'];

test('every option of the target pdf is an operation’s, or recognition’s', () => {
  expect([...PDF_OPERATION_OPTIONS, ...OF_RECOGNITION].sort()).toEqual(Object.keys(PDF_OPTIONS).sort());
  expect([...SAMPLED].sort()).toEqual([...PDF_OPERATION_OPTIONS].sort());
});

function valuesOf(definition: OptionDefinition): string {
  if (definition.type === 'boolean') return 'true, false';
  const {
    enum: values,
    minimum,
    maximum,
  } = definition as { enum?: readonly unknown[]; minimum?: number; maximum?: number };
  if (values !== undefined && values.length > 12) return `${values.length} names`;
  if (values !== undefined) return values.join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return { string: 'text', number: 'number', integer: 'number', array: 'list', object: 'object' }[definition.type];
}

test('the tables', async () => {
  const text = await readFile(README, 'utf8');
  const rows = SAMPLED.map((name) => {
    const by = OPERATIONS.filter(({ options }) => options.includes(name)).map((operation) => operation.name);
    return `| ${name} | ${by.join(', ')} | ${valuesOf(PDF_OPTIONS[name])} | ${sampleOf(name).by} |`;
  });
  const reasons = REASONS.map(({ option, beside, because }) => `| ${option} | ${beside} | ${because} |`);
  expect(text).toContain(
    `| option | operation | values | observed by |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`,
  );
  expect(text).toContain(`| option | beside | why it is not seen |\n| --- | --- | --- |\n${reasons.join('\n')}\n`);
});
