import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import type { OfficeStore, TrackedChanges } from '../../../../tools/programs/libreoffice/job.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { partOf, textOf, useBench } from './support.ts';

const bench = await useBench();

const TXT: OfficeStore = { name: 'out.txt', filter: 'Text (encoded)', options: 'UTF8' };
const PDF: OfficeStore = { name: 'out.pdf', filter: 'writer_pdf_Export' };
const DOCX: OfficeStore = { name: 'out.docx', filter: 'MS Word 2007 XML' };
const WAYS: readonly OfficeWay[] = (await findSoffice()) === null ? ['once', 'warm'] : ['once', 'warm', 'cold'];

/** The same text with the same changes, in each format that can store them. */
const FORMATS = [
  ['docx', 'MS Word 2007 XML'],
  ['odt', 'writer8'],
  ['doc', 'MS Word 97'],
  ['rtf', 'Rich Text Format'],
] as const;
const inputs = new Map<string, { path: string; filter: string }>();

beforeAll(async () => {
  const source = await bench.make('changed-docx', 'changed.docx', 'kept');
  for (const [format, filter] of FORMATS) {
    const path = join(bench.folder, `as.${format}`);
    const store = [{ name: `out.${format}`, filter }];
    const made = await bench.convert('once', { input: source, load: { filter: DOCX.filter }, store });
    await copyFile(format === 'docx' ? source : made.path(`out.${format}`), path);
    inputs.set(format, { path, filter });
  }
});

async function wordsOf(way: OfficeWay, format: string, changes: TrackedChanges) {
  const { path: input, filter } = inputs.get(format) ?? { path: '', filter: '' };
  const made = await bench.convert(way, { input, load: { filter }, store: [TXT, PDF, DOCX], changes });
  const [txt, pdf, docx] = await Promise.all([
    readFile(made.path('out.txt'), 'utf8'),
    textOf(made.path('out.pdf')),
    partOf(made.path('out.docx'), 'word/document.xml'),
  ]);
  return { result: made.result, txt, pdf, docx };
}

describe.each(FORMATS)('tracked changes of %s', (format) => {
  it('that are accepted leave what a reader of the final text sees', async () => {
    const { result, txt, pdf, docx } = await wordsOf('warm', format, 'accept');
    expect(result.changes).toBeGreaterThan(3);
    for (const text of [txt, pdf, docx]) {
      expect(text).toContain('inserted');
      expect(text).toContain('new row');
      expect(text).not.toMatch(/deleted|gone/);
      expect(text.match(/moved/g)).toHaveLength(1);
    }
    expect(docx).not.toMatch(/<w:(?:ins|del|moveFrom|moveTo) /);
  });

  it('that are shown stay (control)', async () => {
    const { txt, docx } = await wordsOf('warm', format, 'show');
    expect(txt).toMatch(/deleted/);
    expect(docx).toMatch(/<w:del /);
  });
});

it.each(WAYS)('changes are rejected and accepted however LibreOffice runs: %s', async (way) => {
  const rejected = await wordsOf(way, 'docx', 'reject');
  expect(rejected.txt).toMatch(/kept deleted\s/);
  expect(rejected.txt).not.toMatch(/inserted|new row/);
  expect((await wordsOf(way, 'docx', 'accept')).txt).not.toMatch(/deleted|gone/);
});
