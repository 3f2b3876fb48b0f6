import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfA } from '../../../../engines/document/operations/file/pdf-a.ts';
import { operate } from '../../../../engines/document/operations/operations.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { brokenRules } from '../../../support/pdf-a-rules.ts';
import { preflight } from '../../../support/preflight.ts';
import { attachmentsOf, optionsOf, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const messages = (warnings: readonly { message: string }[]) => warnings.map(({ message }) => message);

describe.each(['1b', '2b', '3b'] as const)('pdf_a %s', (level) => {
  const part = Number(level[0]) as 1 | 2 | 3;

  async function valid(source: PdfFile) {
    const made = await scratch.run(pdfA, [source], { pdf_a: level });
    const path = made.files[0]?.path ?? '';
    expect(await brokenRules(path, part)).toEqual([]);
    if (part === 1) expect(await preflight(path)).toEqual([]);
    return { path, warnings: messages(made.warnings) };
  }

  test('bookmarks and places stay, scripts and notes of a player go with a warning', async () => {
    const catalog = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>';
    const source = await scratch.pages(2, { outline: [{ title: 'Two', to: 2 }], catalog });
    const { path, warnings } = await valid(source);
    expect(await outlineOf(path)).toEqual(['Two → 2']);
    expect(warnings).toEqual([expect.stringMatching(/no longer has: actions and scripts\.$/)]);
  });

  test('links stay', async () => {
    const { path, warnings } = await valid(
      await scratch.pdf({ pages: [{ text: 'a link', linkTo: 'there' }], names: { there: 1 } }),
    );
    const [page] = (await PDFDocument.load(await readFile(path))).getPages();
    expect([page?.node.Annots()?.size(), warnings]).toEqual([1, []]);
  });

  test('what is filled in to a form stays as text', async () => {
    const source = await scratch.pdf({ pages: [{ text: 'Name:', field: ['name', 'Berta'] }] });
    const { path, warnings } = await valid(source);
    expect((await pageTexts(path)).join(' ')).toMatch(/Name:[\s\S]*Berta/);
    expect(warnings).toEqual([expect.stringMatching(/form fields/)]);
  });

  test('attached files are in part 3 alone', async () => {
    const { path, warnings } = await valid(await scratch.pages(1, { attachments: { 'data.txt': 'content' } }));
    expect(await attachmentsOf(path)).toEqual(part === 3 ? ['data.txt'] : []);
    expect(warnings).toEqual(part === 3 ? [] : [expect.stringMatching(/no longer has: attachments\.$/)]);
    if (part < 3) return;
    const catalog = (await PDFDocument.load(await readFile(path))).catalog.toString();
    expect(catalog).toContain('/AF');
  });

  test('transparency, which part 1 does not have', async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([300, 300]);
    page.drawText('Seen through', { font: await pdf.embedFont(StandardFonts.Helvetica), x: 20, y: 150 });
    page.drawRectangle({ x: 10, y: 140, width: 150, height: 40, color: rgb(1, 0, 0), opacity: 0.5 });
    const path = scratch.path(`transparent-${level}.pdf`);
    await writeFile(path, await pdf.save());
    const source = { path, pages: 1 };
    if (part === 1) {
      const refused = scratch.run(pdfA, [source], { pdf_a: level });
      await expect(refused).rejects.toMatchObject({ code: 'option_unsupported', details: { pages: [1] } });
    } else {
      expect(await pageTexts((await valid(source)).path)).toEqual(['Seen through']);
    }
  });

  test('producer, date and trapping that were asked for stay, in the information as in its copy', async () => {
    const source = await scratch.pages(1);
    const operations = [
      { op: 'add', path: '/info/producer', value: 'Our archive' },
      { op: 'add', path: '/properties/Trapped', value: 'Unknown' },
      { op: 'add', path: '/info/modificationDate', value: '2006-09-18T16:27:50-04:00' },
    ];
    const { context, newFolder } = await scratch.job([source]);
    const options = optionsOf({ pdf_a: level, patch: { operations } });
    const [made] = await operate([source], options, { context, newFolder });
    const tags = [
      '-j',
      '-G1',
      '-PDF:Producer',
      '-PDF:Trapped',
      '-PDF:ModifyDate',
      '-XMP-pdf:Producer',
      '-XMP-xmp:ModifyDate',
    ];
    const { stdout } = await execa('exiftool', [...tags, made?.path ?? '']);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({
        ...{ 'PDF:Producer': 'Our archive', 'PDF:Trapped': 'Unknown', 'PDF:ModifyDate': '2006:09:18 16:27:50-04:00' },
        ...{ 'XMP-pdf:Producer': 'Our archive', 'XMP-xmp:ModifyDate': '2006:09:18 16:27:50-04:00' },
      }),
    ]);
    expect(await brokenRules(made?.path ?? '', part)).toEqual([]);
  });

  test('colours of printing become those of a screen', async () => {
    const { path } = await valid(await scratch.pdf({ pages: [{ text: 'Ink', fill: '0 1 0 0 k 0 0 0 0' }] }));
    expect(await pageTexts(path)).toEqual(['Ink']);
  });

  test('after stamp, rotate and split, and linearized', async () => {
    const inputs = [await scratch.pages(3), await scratch.pdf({ pages: [{ text: 'stamp', size: [100, 100] }] })];
    const options = optionsOf({
      ...{ pdf_a: level, stamp: true, alignment: 'bottom_right', split: '1', linearize: true },
      rotate: [{ pages: '2', angle: 90 }],
    });
    const { context, newFolder } = await scratch.job(inputs);
    const files = await operate(inputs, options, { context, newFolder });
    expect(files.length).toBe(2);
    for (const { path } of files) {
      expect(await brokenRules(path, part)).toEqual([]);
      if (part === 1) expect(await preflight(path)).toEqual([]);
      expect((await execa('pdfinfo', [path])).stdout).toMatch(/Optimized: +yes/);
      expect((await pageTexts(path)).join(' ')).toContain('stamp');
    }
  });
});

test('text without a glyph is refused: no font has it', async () => {
  // Code 1 is none of WinAnsiEncoding; those from 127 on that it does not name are bullets.
  const source = await scratch.pdf({ pages: [{ text: 'Lost \u0001 glyph' }] });
  const refused = scratch.run(pdfA, [source], { pdf_a: '2b' });
  await expect(refused).rejects.toMatchObject({ code: 'conversion_failed', details: { option: 'pdf_a' } });
});
