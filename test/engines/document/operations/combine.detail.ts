import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { combine } from '../../../../engines/document/operations/pages/combine.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { directAttachment } from './spoiled-pdfs.ts';
import { attachmentsOf, fact, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const merge = async (files: readonly PdfFile[]) => {
  const made = await scratch.run(combine, files, { merge: true });
  const [file] = made.files;
  if (file === undefined || made.files.length !== 1) throw new Error('expected one file');
  return { ...made, ...file };
};

/** As qpdf prints it. */
async function catalogOf(path: string): Promise<string> {
  const { stdout } = await execa('qpdf', ['--show-object=trailer', path]);
  const root = /\/Root (\d+) 0 R/.exec(stdout)?.[1] ?? '';
  return (await execa('qpdf', [`--show-object=${root}`, path])).stdout;
}

describe('merge', () => {
  test('all pages in the order of the inputs', async () => {
    const inputs = [
      await scratch.pdf({ pages: [{ text: 'a1' }, { text: 'a2' }] }),
      await scratch.pdf({ pages: [{ text: 'b1' }] }),
      await scratch.pdf({ pages: [{ text: 'c1' }, { text: 'c2' }] }),
    ];
    const { path, pages, warnings } = await merge(inputs);
    expect(await pageTexts(path)).toEqual(['a1', 'a2', 'b1', 'c1', 'c2']);
    expect({ pages, warnings }).toEqual({ pages: 5, warnings: [] });
  });

  test('one input, and the same one twice', async () => {
    const pdf = await scratch.pages(2);
    const alone = await merge([pdf]);
    expect(await pageTexts(alone.path)).toEqual(['page 1', 'page 2']);
    expect(alone.warnings).toMatchObject([{ code: 'option_no_effect', details: { option: 'merge' } }]);
    expect(await pageTexts((await merge([pdf, pdf])).path)).toEqual(['page 1', 'page 2', 'page 1', 'page 2']);
  });

  test('numbers as only PDFs write them, in an input whose objects are read', async () => {
    const odd = await scratch.pdf({
      pages: [{ text: 'b1' }],
      outline: [{ title: 'B', to: 1 }],
      catalog: '/Odd [-0. 5. +.5 00.5 .25]',
    });
    const { path, warnings } = await merge([await scratch.pages(1, { catalog: '/Odd [-0.]' }), odd]);
    expect(await outlineOf(path)).toEqual(['B → 2']);
    expect(warnings).toEqual([]);
  });

  test('bookmarks of all, with their places, titles and levels', async () => {
    const first = await scratch.pages(2, { outline: [{ title: 'A', to: 2 }] });
    const none = await scratch.pages(3);
    const last = await scratch.pages(3, {
      outline: [
        { title: 'Zwölf & mehr', to: 1, children: [{ title: 'Deep', to: 'named' }] },
        { title: 'Web', to: null },
      ],
      names: { named: 3 },
    });
    const { path, warnings } = await merge([first, none, last]);
    expect(await outlineOf(path)).toEqual(['A → 2', 'Zwölf &amp; mehr → 6', '  Deep → 8']);
    expect(warnings.map(({ code }) => code)).toEqual(['output_limited']);
    const pdf = await PDFDocument.load(await readFile(path));
    expect(pdf.catalog.toString()).toContain('/Outlines');
  });

  test('attachments of all, of the same name too', async () => {
    const first = await scratch.pages(1, { attachments: { 'same.txt': 'first' } });
    const second = await scratch.pages(1, { attachments: { 'same.txt': 'second', 'other.txt': 'x' } });
    const { path } = await merge([first, second]);
    expect(await attachmentsOf(path)).toEqual(['other.txt', 'same.txt', 'same.txt']);
  });

  test('attachments whose description stands in the list of names itself', async () => {
    const attached = { path: await directAttachment(scratch.path('direct.pdf')), pages: 1 };
    const { path, warnings } = await merge([await scratch.pages(1), attached]);
    expect(await attachmentsOf(path)).toEqual(['note.txt']);
    const { stdout } = await execa('qpdf', ['--show-attachment=2-note.txt', path]);
    expect([stdout, warnings]).toEqual(['attached', []]);
  });

  test('without attachments, readers open no list of them', async () => {
    const { path } = await merge([await scratch.pages(1), await scratch.pages(1)]);
    const catalog = await catalogOf(path);
    expect(catalog).not.toContain('/PageMode');
    expect(catalog).not.toContain('/EmbeddedFiles');
  });

  test('one that is damaged is named', async () => {
    const damaged = scratch.path('damaged.pdf');
    await writeFile(damaged, '%PDF-1.7\nnothing of use\n%%EOF\n');
    const inputs = [await scratch.pages(1), { path: damaged, pages: 1, filename: 'of the user.pdf' }];
    await expect(merge(inputs)).rejects.toMatchObject({
      code: 'input_damaged',
      message: expect.stringMatching(/^of the user\.pdf: /),
    });
  });

  test('150 inputs', async () => {
    const inputs = await Promise.all(Array.from({ length: 10 }, () => scratch.pages(1)));
    const { pages, path } = await merge(Array.from({ length: 15 }, () => inputs).flat());
    expect([pages, await fact(path, 'Pages')]).toEqual([150, '150']);
  });

  test('fields of all, each with its value', async () => {
    const inputs = [];
    for (const value of ['Anna', 'Berta']) {
      inputs.push(await scratch.pdf({ pages: [{ text: value, field: ['name', value] }] }));
    }
    const { path } = await merge(inputs);
    const form = (await PDFDocument.load(await readFile(path))).getForm();
    const names = form.getFields().map((field) => field.getName());
    expect(new Set(names).size).toBe(2);
    expect(names.map((name) => form.getTextField(name).getText()).sort()).toEqual(['Anna', 'Berta']);
  });

  test('title and tags of the first; tags of others are told, and do not name the wrong pages', async () => {
    const inputs = [];
    for (const name of ['first', 'second']) {
      inputs.push(await scratch.pdf({ pages: [{ text: name }], tagged: true, info: { Title: name } }));
    }
    const { path, warnings } = await merge(inputs);
    expect(await fact(path, 'Title')).toBe('first');
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/tags .* of input 2 are not/)]);
    const { stdout } = await execa('pdfinfo', ['-struct-text', path]);
    expect(stdout).toContain('first');
    const [one, two] = (await PDFDocument.load(await readFile(path))).getPages();
    expect(one?.node.toString()).toContain('/StructParents');
    expect(two?.node.toString()).not.toContain('/StructParents');
  });
});
