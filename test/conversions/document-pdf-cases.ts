import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { colourfulness, longestRun, MadePdf, quantizationSum } from '../engines/document/operations/made-pdf.ts';
import { makePdf } from '../engines/document/operations/make-pdf-structure.ts';
import { makeKeys } from '../support/signing-keys.ts';
import { facts, pages, words } from './document-observers.ts';
import type { Case, Input } from './table.ts';

const SIZES = [
  ['One', 595, 842],
  ['Two', 792, 612],
  ['Three', 400, 300],
  ['Four', 595, 842],
] as const;

/** Four pages, each with a word in its upper left corner and a bookmark. */
const PAGES: Input = async (folder) =>
  makePdf(join(await mkdtemp(folder.path('pages-')), 'pages.pdf'), {
    pages: SIZES.map(([text, ...size]) => ({ text, size })),
    outline: SIZES.map(([title], index) => ({ title, to: index + 1 })),
    info: { Title: 'Pages' },
  });

/** An input made by a program of test/engines/document/operations. */
const made =
  (maker: string, input = ''): Input =>
  async (folder) => {
    const path = join(await mkdtemp(folder.path('made-')), 'made.pdf');
    const script = new URL(`../engines/document/operations/${maker}.py`, import.meta.url);
    await execa('/usr/bin/python3', [fileURLToPath(script), path], { input });
    return path;
  };

/** Values for two forms. */
const PEOPLE: Input = async (folder) => {
  const path = join(await mkdtemp(folder.path('people-')), 'people.csv');
  await writeFile(path, 'name,news\nAda,true\nGrace,false\n');
  return path;
};

/** A key with its certificate, PKCS#12. */
const KEY: Input = async (folder) => (await makeKeys(await mkdtemp(folder.path('keys-')))).modern;

/** Parts of PDFs that the options of the group `clean` remove; `make_parts_pdf.py` marks each with a word. */
const REMOVED = /\/Outlines|\/Subtype \/(?:Link|Text|Widget)|SCRIPT|FILE|COMMENT|META/g;

/** The options of the target pdf. */
export const PDF_CASES: readonly Case[] = [
  {
    target: 'pdf',
    input: PAGES,
    options: {
      rotate: [{ pages: '1', angle: 90 }],
      ...{ stamp_text: 'DRAFT', alignment: 'top_right', stamp_pages: '2' },
      ...{ page_numbers: 'p{page}of{pages}', page_numbers_start: 5, page_numbers_pages: '1-2' },
      patch: { operations: [{ op: 'replace', path: '/info/title', value: 'Patched' }] },
    },
    observe: async ([path = '']) => [...(await facts(path, 'Title')), ...(await pages(path))],
    is: [
      'Patched',
      '842 x 595, One top right, p5of8 bottom centre',
      '792 x 612, DRAFT top right, Two top left, p6of8 bottom centre',
      '400 x 300, Three top left',
      '595 x 842, Four top left',
    ],
  },
  {
    target: 'pdf',
    input: PAGES,
    options: {
      ...{ rearrange: '3, 1', crop_top: 20, crop_unit: 'pt', border_left: 50, border_unit: 'pt' },
      ...{ split: 'bookmarks', allow_multiple_outputs: true },
    },
    // Cropped content is hidden, not removed.
    warnings: ['output_limited'],
    observe: (paths) => Promise.all(paths.map(async (path) => [basename(path), ...(await pages(path))])),
    is: [
      ['pages-1-Three.pdf', '450 x 280, Three top left'],
      ['pages-2-One.pdf', '645 x 822, One top left'],
    ],
  },
  {
    target: 'pdf',
    input: PAGES,
    options: { page_size: 'a5', orientation: 'landscape', pages_per_sheet: 2 },
    observe: ([path = '']) => pages(path),
    is: ['420 x 595, One top left, Two middle left', '420 x 595, Four middle left, Three top left'],
  },
  {
    target: 'pdf',
    input: [PAGES, 'document/label.eps'],
    options: { watermark: true, alignment: 'bottom_right', stamp_scale: 50, rearrange: '4' },
    observe: ([path = '']) => pages(path, /Four|Sixteen/),
    is: ['595 x 842, Four top left, Sixteen bottom right'],
  },
  {
    target: 'pdf',
    input: 'document/report.pdf',
    options: {
      ...{ new_user_password: 'open', new_owner_password: 'own', allow_printing: false, allow_copying: false },
      linearize: true,
    },
    observe: async ([path = '']) => {
      const look = (...flags: string[]) => execa('qpdf', [...flags, path], { reject: false });
      const { stdout } = await look('--password=open', '--show-encryption', '--check-linearization');
      return {
        withoutPassword: (await look('--check')).stderr.match(/invalid password/)?.[0],
        owner: (await look('--password=own', '--show-encryption')).stdout.match(/Supplied password is .*/)?.[0],
        denied: [...stdout.matchAll(/^(.*): not allowed$/gm)].map(([, what]) => what),
        linearization: stdout.match(/no linearization errors/)?.[0],
      };
    },
    is: {
      withoutPassword: 'invalid password',
      owner: 'Supplied password is owner password',
      denied: ['extract for any purpose', 'print low resolution', 'print high resolution'],
      linearization: 'no linearization errors',
    },
  },
  {
    target: 'pdf',
    // Words, a red rectangle and two photos.
    input: made('make_color_pdf', JSON.stringify({ image: ['jpeg', 'rgb'], dpi: 300 })),
    options: { color: 'gray', quality: 'ebook', version: '1.4', filters: [{ filter_name: 'remove_vectors' }] },
    observe: async ([path = '']) => {
      const pdf = new MadePdf(path, '');
      const [page] = await pdf.drawn();
      return {
        version: await pdf.fact('PDF version'),
        images: (await pdf.images()).map(({ color, dpi }) => `${color}, ${Math.round(dpi / 10) * 10} dpi`),
        words: await words([path]),
        colour: page && colourfulness(page),
        hasRectangle: page && longestRun(page, (darkest, lightest) => darkest < 240 && lightest > 30) > 40,
      };
    },
    is: {
      version: '1.4',
      images: ['gray, 150 dpi', 'gray, 150 dpi'],
      words: 'Words of page 1',
      colour: 0,
      hasRectangle: false,
    },
  },
  {
    target: 'pdf',
    input: made('make_color_pdf', JSON.stringify({ image: ['jpeg'], dpi: 300 })),
    options: { dpi: 100, images_quality: 20 },
    observe: async ([path = '']) => {
      const pdf = new MadePdf(path, '');
      return {
        dpi: (await pdf.images()).map(({ dpi }) => Math.round(dpi / 10) * 10),
        // The sum of the standard's table is 3688 at quality 50.
        isCoarse: (await pdf.jpegs()).map((jpeg) => quantizationSum(jpeg) > 6000),
      };
    },
    is: { dpi: [100], isCoarse: [true] },
  },
  {
    target: 'pdf',
    detail: true,
    input: made('make_color_pdf', JSON.stringify({ image: ['jpeg'], dpi: 300 })),
    options: { file_size: 30 },
    observe: async ([path = '']) => {
      const { size } = await stat(path);
      return { fits: size <= 30 * 1024, isNear: size > 20 * 1024, words: await words([path]) };
    },
    is: { fits: true, isNear: true, words: 'Words of page 1' },
  },
  {
    target: 'pdf',
    input: made('make_parts_pdf'),
    options: {
      ...{ remove_javascript: true, remove_attachments: true, remove_annotations: true, remove_links: true },
      ...{ remove_bookmarks: true, remove_metadata: true, flatten: 'forms' },
    },
    observe: async ([path = '']) => ({
      words: await words([path]),
      left: (await new MadePdf(path, '').objects()).match(REMOVED),
    }),
    is: { words: 'STAYS STAYS value', left: null },
  },
  {
    target: 'pdf',
    input: [PAGES, KEY],
    options: { sign: [{ key: 'modern.p12', password: 'secret', field: 'Author' }], signatures: 'refuse' },
    observe: async ([path = '']) =>
      (await execa('pdfsig', ['-nocert', path])).stdout.match(/Author|Total document signed|Signature is Valid/g),
    is: ['Author', 'Total document signed', 'Signature is Valid'],
  },
  {
    target: 'pdf',
    input: ['document/form.pdf', PEOPLE],
    options: { fill_from: 'people.csv', fill: { total: '1' }, flatten: 'forms', allow_multiple_outputs: true },
    observe: (paths) => Promise.all(paths.map(async (path) => [basename(path), (await words([path])).split(' ')[0]])),
    is: [
      ['form-1.pdf', 'Ada'],
      ['form-2.pdf', 'Grace'],
    ],
  },
  {
    target: 'pdf',
    input: 'document/report.docx',
    options: { pdf_a: true, linearize: true },
    observe: async ([path = '']) => ({
      pdfA: (await execa('exiftool', ['-s3', '-XMP-pdfaid:Part', '-XMP-pdfaid:Conformance', path])).stdout,
      facts: await facts(path, 'Optimized', 'Tagged', 'Pages'),
    }),
    is: { pdfA: '2\nB', facts: ['yes', 'yes', '1'] },
  },
  {
    target: 'pdf',
    input: [PAGES, 'document/label.eps', 'document/report.pdf'],
    options: { merge: true, compression: 'basic' },
    observe: async ([path = '']) => ({
      words: (await words([path])).match(/One|Two|Three|Four|Sixteen barrels|Quarterly report/g),
      packed: (await readFile(path)).includes('/ObjStm'),
    }),
    is: { words: ['One', 'Two', 'Three', 'Four', 'Sixteen barrels', 'Quarterly report'], packed: true },
  },
  {
    target: 'pdf',
    input: 'cad/plan-2018.dxf',
    options: { cad_layout: 'all', cad_monochrome: true, page_size: 'a5' },
    observe: async ([path = '']) => {
      const pdf = new MadePdf(path, '');
      return {
        pages: (await pdf.pages()).map(({ words }) => ['Café', 'paper'].filter((word) => word in words)),
        size: await facts(path, 'Page size'),
        colour: (await pdf.drawn()).map(colourfulness),
      };
    },
    is: { pages: [['Café'], ['Café', 'paper']], size: ['419.528 x 595.276 pts'], colour: [0, 0] },
  },
];
