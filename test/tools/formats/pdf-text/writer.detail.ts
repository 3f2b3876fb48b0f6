import { basename } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scratch, soffice, type Text } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

test('what LibreOffice makes of the HTML is an editable document, without text boxes', async () => {
  const mark = (y: number, sign: string, content: string): Text[] => [
    [60, y, 10, 'regular', sign],
    [78, y, 10, 'regular', content],
  ];
  const row = (y: number, cells: readonly string[]): Text[] =>
    cells.map((cell, index) => [50 + 130 * index, y, 10, 'regular', cell]);
  const text: Text[] = [
    [50, 60, 24, 'bold', 'Heading'],
    [50, 100, 10, 'regular', 'A paragraph of body text with a'],
    [195, 100, 10, 'regular', 'link'],
    ...mark(130, '•', 'Item one'),
    ...mark(142, '•', 'Item two'),
    ...mark(160, '3.', 'Third'),
    ...mark(172, '4.', 'Fourth'),
    ...row(220, ['Key', 'Value']),
    ...row(236, ['a', '1']),
    ...row(252, ['b', '2']),
  ];
  const { html } = await scratch.reflow(
    await scratch.pdf([
      { text, links: [[195, 91, 20, 12, 'https://example.org/']], pictures: [[50, 300, 120, 60, 10]] },
    ]),
  );
  await soffice(scratch, 'HTML (StarWriter)', 'docx:MS Word 2007 XML', html);
  const docx = scratch.path(basename(html).replace('.html', '.docx'));
  const { stdout: xml } = await execa('unzip', ['-p', docx, 'word/document.xml']);
  const { stdout: links } = await execa('unzip', ['-p', docx, 'word/_rels/document.xml.rels']);
  expect(xml).toMatch(/<w:pStyle w:val="Heading1"\/>.*?<w:t[^>]*>Heading</s);
  expect(xml.match(/<w:tbl>/g)).toHaveLength(1);
  expect(xml.match(/<w:tc>/g)).toHaveLength(6);
  expect(xml.match(/<w:numPr>/g)).toHaveLength(4);
  expect(links).toContain('https://example.org/');
  // 120 by 60 points in English Metric Units, 12 700 to a point.
  const [, cx, cy] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(xml) ?? [];
  expect(Number(cx) / 12_700).toBeCloseTo(120, 0);
  expect(Number(cy) / 12_700).toBeCloseTo(60, 0);
  expect(xml).not.toContain('txbxContent');
  // A4, like the PDF's page.
  expect(xml).toMatch(/<w:pgSz w:w="11900" w:h="16840"/);
});
