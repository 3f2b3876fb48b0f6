import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flatten } from '../../../../engines/document/operations/marks/flatten.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { drawn } from './geometry-support.ts';
import { pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
let file: PdfFile;
beforeAll(async () => {
  scratch = await Scratch.make();
  file = { path: scratch.path('parts.pdf'), pages: 1 };
  await execa('/usr/bin/python3', [fileURLToPath(new URL('./make_parts_pdf.py', import.meta.url)), file.path]);
});
afterAll(() => scratch.remove());

async function flattened(what: 'forms' | 'annotations' | 'all') {
  const { files, warnings } = await scratch.run(flatten, [file], { flatten: what });
  const path = files[0]?.path ?? '';
  await execa('qpdf', ['--check', path]);
  const { stdout } = await execa('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'latin1' });
  const { stdout: json } = await execa('qpdf', [
    '--json',
    '--json-key=pages',
    '--json-key=qpdf',
    '--json-stream-data=none',
    path,
  ]);
  const [, objects] = (JSON.parse(json) as { qpdf: [unknown, Record<string, { value?: Record<string, unknown> }>] })
    .qpdf;
  const page = Object.values(objects).find(({ value }) => value?.['/Type'] === '/Page')?.value;
  const list = (page?.['/Annots'] ?? []) as string[];
  const kinds = list.map((ref) => objects[`obj:${ref}`]?.value?.['/Subtype']);
  return { path, kinds, hasForm: stdout.includes('/AcroForm'), marks: stdout.includes('Convertd'), warnings };
}

test('forms: fields become part of the page with their values, the others stay', async () => {
  const made = await flattened('forms');
  expect(made.kinds.sort()).toEqual(['/FileAttachment', '/Link', '/Link', '/Popup', '/Text', '/Text']);
  expect([made.hasForm, made.marks]).toEqual([false, false]);
  expect((await pageTexts(made.path))[0]).toContain('STAYS value');
});

test('annotations: those with a look become part of the page, fields and links stay', async () => {
  const made = await flattened('annotations');
  expect(made.kinds.sort()).toEqual(['/FileAttachment', '/Link', '/Link', '/Popup', '/Text', '/Widget']);
  expect([made.hasForm, made.marks]).toEqual([true, false]);
  // What is left has no look of its own, which a warning reports.
  expect(made.warnings.map(({ code }) => code)).toEqual(['output_limited']);
  expect((await drawn(made.path))(340, 335)).toBe('red');
});

test('all: what is left are links, and what has no look', async () => {
  const made = await flattened('all');
  expect(made.kinds.sort()).toEqual(['/FileAttachment', '/Link', '/Link', '/Popup', '/Text']);
  expect(made.hasForm).toBe(false);
});

test('a document without any stays as it is', async () => {
  const { files, warnings } = await scratch.run(flatten, [await scratch.pages(2)], { flatten: 'all' });
  expect(await pageTexts(files[0]?.path ?? '')).toEqual(['page 1', 'page 2']);
  expect(warnings).toEqual([]);
});
