import { execa } from 'execa';
import { expect, it } from 'vitest';
import { fixture, metadataOf } from './support.ts';

it.each(['document/report.pdf', 'document/report.docx', 'ebook/voyage.epub'])(
  'on request the text of %s is counted, as another category makes it',
  async (name) => {
    const { text, warnings } = await metadataOf(fixture(name), { textStatistics: true });
    expect(text?.words).toBeGreaterThan(20);
    expect(Object.keys(text ?? {}).sort()).toEqual(['characters', 'lines', 'words']);
    expect(warnings).toEqual([]);
  },
);

it('the words of a PDF are about those that pdftotext finds', async () => {
  const path = fixture('document/report.pdf');
  const { text } = await metadataOf(path, { textStatistics: true });
  const words = (await execa('pdftotext', [path, '-'])).stdout.split(/\s+/).filter(Boolean).length;
  expect(Math.abs((text?.words ?? 0) - words)).toBeLessThan(words / 10);
});
