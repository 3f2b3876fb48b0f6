import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { useBench } from './support.ts';

// A document that LibreOffice reads as another type, or only in part, warms up less, and nothing else would show that.

const DOCUMENTS = fileURLToPath(new URL('../../../../tools/programs/libreoffice/warm-up', import.meta.url));

const bench = await useBench();

it.each([
  ['text.fodt', 'writer_pdf_Export', ['Header', 'français', 'a link', 'Below', 'Right', 'Footnote', 'Frame', 'Shape']],
  ['sheet.fods', 'calc_pdf_Export', ['2,469.00', 'yes', '50.0%', 'Merged', 'Title 1', 'Sold', 'Shape']],
  ['slides.fodp', 'impress_pdf_Export', ['Title', 'Word 123', 'Shape', 'Title 1', 'Sold']],
])('%s has what it is to warm up', async (name, filter, words) => {
  const { path } = await bench.convert('auto', {
    input: join(DOCUMENTS, name),
    store: [{ name: 'out.pdf', filter }],
  });
  const { stdout } = await execa('pdftotext', ['-layout', path('out.pdf'), '-']);
  for (const word of words) expect(stdout).toContain(word);
  expect(stdout).not.toContain('Err:');
});

it('a chart goes through xlsx into a PDF', async () => {
  const store = [{ name: 'chart.xlsx', filter: 'Calc MS Excel 2007 XML' }];
  const sheet = await bench.convert('auto', { input: join(DOCUMENTS, 'sheet.fods'), store });
  const input = sheet.path('chart.xlsx');
  const { path } = await bench.convert('auto', { input, store: [{ name: 'out.pdf', filter: 'calc_pdf_Export' }] });
  const { stdout } = await execa('pdftotext', [path('out.pdf'), '-']);
  expect(stdout).toContain('Sold');
});
