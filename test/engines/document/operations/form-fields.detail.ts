import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation, PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { pagesPerSheet } from '../../../../engines/document/operations/pages/pages-per-sheet.ts';
import { distill } from '../../../../engines/document/operations/quality/distill.ts';
import { fileSize } from '../../../../engines/document/operations/quality/file-size.ts';
import { check, links, onePage, Scratch, stream, WIDE_BOX } from './geometry-support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

/** Text fields, with what each appearance says; null: none. Those of `inherits` have kind and value from a field above. */
interface Field {
  readonly value: string;
  readonly appearance: string | null;
  readonly inherits?: boolean;
  /** Background and border. */
  readonly look?: string;
}

const COMMENT = '<</Type/Annot/Subtype/Square/Rect[150 60 190 90]/C[1 0 0]/Contents(a comment)>>';
const LINK = '<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[90 70 110 90]/A<</S/URI/URI(http://link.example/)>>>>';
/** No bytes that pack: file_size is to reach Ghostscript. */
const NOISE = Array.from({ length: 30_000 }, (_, index) =>
  (((index * 2_654_435_761) >>> 13) & 255).toString(16).padStart(2, '0'),
);
const IMAGE = stream(
  `${NOISE.join('')}>`,
  '/Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/ASCIIHexDecode',
);

function form(fields: readonly Field[], { asks = false } = {}): Promise<string> {
  const first = 9;
  const objects = fields.flatMap(({ value, appearance, inherits = false, look = '' }, index) => {
    const own = first + index * 3;
    const kind = `/FT/Tx/V${value}/T(f${index})`;
    return [
      `<</Type/Annot/Subtype/Widget/F 4/Rect[5 ${40 - index * 12} 120 ${52 - index * 12}]/DA(/F 10 Tf 0 g)${look}${
        inherits ? `/Parent ${own + 2} 0 R` : kind
      }${appearance === null ? '' : `/AP<</N ${own + 1} 0 R>>`}>>`,
      stream(
        `/Tx BMC BT /F 10 Tf 2 3 Td (${appearance ?? ''}) Tj ET EMC`,
        '/Type/XObject/Subtype/Form/BBox[0 0 115 12]/Resources<</Font<</F 5 0 R>>>>',
      ),
      inherits ? `<<${kind}/Kids[${own} 0 R]>>` : 'null',
    ];
  });
  const tops = fields.map(({ inherits = false }, index) => `${first + index * 3 + (inherits ? 2 : 0)} 0 R`);
  const widgets = fields.map((_, index) => `${first + index * 3} 0 R`);
  const asking = asks ? '/NeedAppearances true' : '';
  return scratch.pdf(
    onePage({
      page: `${WIDE_BOX}/Annots[6 0 R ${widgets.join(' ')} 7 0 R]`,
      content: 'q 20 0 0 20 170 5 cm /I Do Q',
      resources: '/XObject<</I 8 0 R>>',
      catalog: `/AcroForm<</Fields[${tops.join(' ')}]/DR<</Font<</F 5 0 R>>>>${asking}>>`,
      objects: [LINK, COMMENT, IMAGE, ...objects],
    }),
  );
}

const words = async (path: string) => (await execa('pdftotext', ['-layout', path, '-'])).stdout.trim().split(/\s+/);

const OPERATIONS: readonly (readonly [string, Operation, Partial<PdfOptions>])[] = [
  ['pages_per_sheet', pagesPerSheet, { pages_per_sheet: 4 }],
  ['quality', distill, { quality: 'screen' }],
  ['file_size', fileSize, { file_size: 12 }],
];

describe.each(OPERATIONS)('%s shows what is filled in to fields', (_, operation, options) => {
  const run = async (fields: readonly Field[], how = {}) => {
    const { path, messages } = await scratch.run(operation, await form(fields, how), options);
    await check(path);
    expect((await execa('pdfinfo', [path])).stdout).toMatch(/Form: +none/);
    return { path, words: await words(path), messages };
  };

  test('with an appearance, and without one, of their own and of the field above', async () => {
    const made = await run([
      { value: '(old)', appearance: 'drawn' },
      { value: '(bare)', appearance: null },
      { value: '(below)', appearance: null, inherits: true },
    ]);
    // An appearance that says something else than the value is kept, where the form does not ask for new ones.
    expect(made.words).toEqual(['drawn', 'bare', 'below']);
    expect(made.messages.filter((warning) => warning.includes('last drawn'))).toEqual([]);
    expect(await links(made.path)).toEqual(['1 http://link.example/']);
  });

  test('where the form asks for new appearances; what cannot be drawn anew keeps the old one', async () => {
    const made = await run(
      [
        { value: '(new)', appearance: 'stale' },
        // Пи in UTF-16.
        { value: '<FEFF041F0438>', appearance: 'kept' },
      ],
      { asks: true },
    );
    expect(made.words).toEqual(['new', 'kept']);
    const told = expect.stringContaining('are shown as they were last drawn');
    expect(made.messages).toContainEqual(told);
  });
});

test('quality draws background and border of fields without an appearance', async () => {
  const look = '/MK<</BG[1 0 0]/BC[0 0 1]>>/BS<</W 2>>';
  const source = await form([{ value: '(x)', appearance: null, look }]);
  const { path } = await scratch.run(distill, source, { quality: 'screen' });
  await check(path);
  expect(await words(path)).toEqual(['x']);
  const colors = await Promise.all([path, source].map((pdf) => colorsOf(pdf)));
  for (const found of colors) expect(found).toEqual(expect.arrayContaining(['255 0 0', '0 0 255']));
});

/** Of the first page, without smoothing, as poppler draws it. */
async function colorsOf(pdf: string): Promise<string[]> {
  const args = ['-r', '72', '-aa', 'no', '-aaVector', 'no', '-singlefile', pdf];
  const { stdout } = await execa('pdftoppm', args, { encoding: 'buffer' });
  const pixels = Buffer.from(stdout).subarray(-3 * Math.floor((stdout.length - 15) / 3));
  const all = Array.from({ length: pixels.length / 3 }, (_, at) => [...pixels.subarray(3 * at, 3 * at + 3)].join(' '));
  return [...new Set(all)];
}

test('quality leaves links and comments as they are', async () => {
  const { path } = await scratch.run(distill, await form([{ value: '(x)', appearance: null }]), { quality: 'screen' });
  const { stdout } = await execa('qpdf', ['--json=2', '--json-key=qpdf', path]);
  const kinds = [...stdout.matchAll(/"\/Subtype": "\/(Link|Square|Widget)"/g)].map(([, kind]) => kind).sort();
  expect(kinds).toEqual(['Link', 'Square']);
});
