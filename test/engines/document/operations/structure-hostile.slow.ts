import { stat, writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patch } from '../../../../engines/document/operations/file/patch.ts';
import { rearrange } from '../../../../engines/document/operations/pages/rearrange.ts';
import { rotate } from '../../../../engines/document/operations/pages/rotate.ts';
import { split } from '../../../../engines/document/operations/pages/split.ts';
import { compress } from '../../../../engines/document/operations/quality/compress.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { manyValues } from './made-objects.ts';
import { fact, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const SET_LANGUAGE = { patch: { operations: [{ op: 'add', path: '/lang', value: 'de' }] } };

/** Objects from 1, the first being the catalog. */
async function raw(name: string, objects: readonly string[], pages: number): Promise<PdfFile> {
  const path = scratch.path(name);
  let body = '%PDF-1.7\n';
  // With its cross-reference table: qpdf 12 gives up where it has to repair that and meets pages twice.
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(body.length).padStart(10, '0')} 00000 n \n`;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const trailer = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${body.length}\n%%EOF\n`;
  await writeFile(path, `${body}${table}${trailer}`, 'latin1');
  return { path, pages };
}

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>';

describe('thousands of pages that are one object', () => {
  const COUNT = 12_000;
  const make = () =>
    raw(
      'pages.pdf',
      [
        '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
        `<< /Type /Pages /Count ${COUNT} /Kids [${'3 0 R '.repeat(COUNT)}] >>`,
        PAGE,
      ],
      COUNT,
    );

  test('are turned and put in another order', async () => {
    const turned = await scratch.run(rotate, [await make()], { rotate: [{ pages: 'even', angle: 90 }] });
    const path = turned.files[0]?.path ?? '';
    expect(await fact(path, `Page +${COUNT} rot`, '-f', '1', '-l', `${COUNT}`)).toBe('90');
    expect(await fact(path, 'Page +1 rot', '-f', '1', '-l', '2')).toBe('0');
    const { files } = await scratch.run(rearrange, [await make()], { rearrange: 'last-2' });
    expect(await fact(files[0]?.path ?? '', 'Pages')).toBe(`${COUNT - 1}`);
  });

  test('lose what such a document cannot keep, with a warning', async () => {
    const outline = [{ title: 'One', to: 1 }];
    const pdf = await scratch.pages(5001, { outline });
    const { files, warnings } = await scratch.run(split, [pdf], { split: '5000' });
    expect(await pageTexts(files[1]?.path ?? '')).toEqual(['page 5001']);
    expect(warnings).toMatchObject([{ code: 'output_limited', message: expect.stringContaining('bookmarks') }]);
  });
});

describe('bookmarks that hold themselves, or are too deep', () => {
  const outline = (items: readonly string[]) => [
    '<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    PAGE,
    '<< /First 5 0 R /Last 5 0 R >>',
    ...items,
  ];

  test('each is read once', async () => {
    const loop = [
      '<< /Title (A) /First 5 0 R /Next 6 0 R /Dest [3 0 R] >>',
      '<< /Title (B) /First 4 0 R /Next 5 0 R >>',
    ];
    const { files } = await scratch.run(patch, [await raw('loop.pdf', outline(loop), 1)], {
      patch: { operations: [{ op: 'add', path: '/outline/-', value: { title: 'C', page: 1 } }] },
    });
    expect((await outlineOf(files[0]?.path ?? '')).map((line) => line.slice(0, 1))).toEqual(['A', 'B', 'C']);
  });

  test.each([
    [40, 'made'],
    [60, 'refused'],
    [30_000, 'refused'],
  ])('%i levels: %s', async (levels, expected) => {
    const items = Array.from(
      { length: levels },
      (_, index) => `<< /Title (x) /First ${index + 6} 0 R /Dest [3 0 R] >>`,
    );
    const run = scratch.run(
      patch,
      [await raw(`deep-${levels}.pdf`, outline([...items, '<< /Title (end) >>']), 1)],
      SET_LANGUAGE,
    );
    if (expected === 'made') expect((await run).files).toHaveLength(1);
    else await expect(run).rejects.toMatchObject({ code: 'input_bomb' });
  });
});

test.each([
  ['', 'made'],
  ['2 0 R', 'refused'],
])('trees of names and tags that hold themselves; of pages: %j is %s', async (kid, expected) => {
  const pdf = await raw(
    'trees.pdf',
    [
      '<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R /Names << /Dests 6 0 R >> /PageLabels 6 0 R /StructTreeRoot 7 0 R >>',
      `<< /Type /Pages /Count 2 /Kids [3 0 R 8 0 R ${kid}] >>`,
      PAGE,
      '<< /First 5 0 R /Last 5 0 R >>',
      '<< /Title (A) /A << /S /GoTo /D (name) >> >>',
      '<< /Kids [6 0 R] /Names [(name) 6 0 R] /Nums [0 6 0 R] >>',
      '<< /Type /StructTreeRoot /K [7 0 R 9 0 R] /ParentTree 6 0 R >>',
      PAGE,
      '<< /Type /StructElem /S /P /P 9 0 R /K [9 0 R 7 0 R 0] /Pg 3 0 R >>',
    ],
    2,
  );
  const run = scratch.run(rearrange, [pdf], { rearrange: '2' });
  if (expected === 'refused') return expect(run).rejects.toMatchObject({ code: 'input_damaged' });
  expect(await fact((await run).files[0]?.path ?? '', 'Pages')).toBe('1');
  const language = await scratch.run(patch, [pdf], SET_LANGUAGE);
  expect(language.files).toHaveLength(1);
});

test('a stream that unpacks to 100 MB is not unpacked, but where it is to be packed anew', async () => {
  const packed = deflateSync(deflateSync(Buffer.alloc(100_000_000, ' '), { level: 9 }), { level: 9 });
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
    `<< /Filter [/ASCIIHexDecode /FlateDecode /FlateDecode] /Length ${2 * packed.length} >>\nstream\n${packed.toString('hex')}\nendstream`,
  ];
  const pdf = await raw('packed.pdf', objects, 1);
  const { files } = await scratch.run(rotate, [pdf], { rotate: [{ pages: '1', angle: 90 }] });
  expect((await stat(files[0]?.path ?? '')).size).toBeLessThan((await stat(pdf.path)).size + 1000);
  const again = await scratch.run(compress, [pdf], { compression: 'basic' });
  expect(again.files[0]?.path).toBe(pdf.path);
});

test('more objects than are worked on', async () => {
  const pdf = await raw(
    'objects.pdf',
    ['<< /Type /Catalog /Pages 2 0 R /X 4 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', PAGE, manyValues()],
    1,
  );
  await expect(scratch.run(patch, [pdf], SET_LANGUAGE)).rejects.toMatchObject({
    code: 'limit_memory',
    message: expect.stringContaining('256 MiB'),
  });
});

test('the next job after a refused one', async () => {
  const bad = scratch.run(patch, [await scratch.pages(1)], { patch: { operations: [{ op: 'remove', path: '/x' }] } });
  await expect(bad).rejects.toMatchObject({ code: 'option_invalid' });
  const { files } = await scratch.run(patch, [await scratch.pages(1)], SET_LANGUAGE);
  expect(await pageTexts(files[0]?.path ?? '')).toEqual(['page 1']);
});
