import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

/** Input files of the cases, so large that the bare programs take over a second. */
export interface Inputs {
  /** PDFs of some 800 pages each. */
  readonly parts: readonly string[];
  /** Two of the parts joined. */
  readonly book: string;
  /** Four of the parts joined: some 3300 pages. */
  readonly long: string;
  /** Some 200 pages, with each valid PDF of the corpora once. */
  readonly one: string;
  /** Half of `one`, from PDFs without a form. */
  readonly plain: string;
  /** Some 5000 pages, as many as are extracted from a document in place; three files. */
  readonly tall: readonly string[];
  /** Some 20 000 pages, as many as are processed: the bare calls take 7 to 11 seconds. */
  readonly huge: string;
  /** A page to stamp on others. */
  readonly stamp: string;
  /** Pages with photos, in RGB and CMYK. */
  readonly photos: string;
  /** Scanned pages without text. */
  readonly scans: string;
  readonly scanPages: number;
  /** The scans 25 times: pdftoppm takes some 5 seconds. */
  readonly manyScans: string;
  /** A scan rotated by its transformation matrix. */
  readonly skew: string;
}

const PART_COPIES = 4;
const PARTS = 3;
/** Number of parts in the long, tall and huge documents. */
const LONG_PARTS = 4;
const TALL_PARTS = 6;
const HUGE_PARTS = 24;
const SCAN_COPIES = 25;
/** Scans of whole pages in English. */
const SCANS = ['linn.pdf', 'ccitt.pdf', 'jbig2.pdf', 'epson.pdf'];
const PHOTOS = ['cmyk.pdf', 'blank.pdf', 'multipage.pdf', 'francais.pdf'];
const PHOTO_COPIES = 3;

/** Makes the inputs from the corpora. */
export async function makeInputs(corpora: string, folder: string): Promise<Inputs> {
  const one = join(folder, 'one.pdf');
  const sound = await soundPdfs(join(corpora, 'pdf'));
  await joinPdfs(sound, one);
  const part = join(folder, 'part-0.pdf');
  await joinPdfs(Array(PART_COPIES).fill(one), part);
  const parts = await copiesOf(part);
  const long = join(folder, 'long.pdf');
  await joinPdfs(Array(LONG_PARTS).fill(part), long);
  const tall = join(folder, 'tall-0.pdf');
  await joinPdfs(Array(TALL_PARTS).fill(part), tall);
  const huge = join(folder, 'huge.pdf');
  await joinPdfs(Array(HUGE_PARTS).fill(part), huge);
  const book = join(folder, 'book.pdf');
  await joinPdfs([part, part], book);
  const plain = join(folder, 'plain.pdf');
  await joinPdfs(await withoutForm(sound), plain);
  const scans = join(folder, 'scans.pdf');
  await joinPdfs(
    SCANS.map((name) => join(corpora, 'ocr', name)),
    scans,
  );
  const manyScans = join(folder, 'many-scans.pdf');
  await joinPdfs(Array(SCAN_COPIES).fill(scans), manyScans);
  const photos = join(folder, 'photos.pdf');
  const copies = Array.from({ length: PHOTO_COPIES }, () => PHOTOS).flat();
  await joinPdfs(
    copies.map((name) => join(corpora, 'ocr', name)),
    photos,
  );
  return {
    parts,
    book,
    long,
    one,
    plain,
    tall: await copiesOf(tall),
    huge,
    stamp: join(corpora, 'pdf', 'TextDemoAlignCenterMargin.pdf'),
    photos,
    scans,
    scanPages: SCANS.length,
    manyScans,
    skew: join(corpora, 'ocr', 'skew.pdf'),
  };
}

/** Returns the file itself and copies next to it. */
async function copiesOf(path: string): Promise<string[]> {
  const copies = Array.from({ length: PARTS }, (_, index) => path.replace('-0.pdf', `-${index}.pdf`));
  for (const copy of copies.slice(1)) await copyFile(path, copy);
  return copies;
}

async function withoutForm(paths: readonly string[]): Promise<string[]> {
  const plain: string[] = [];
  for (const path of paths) {
    const { stdout } = await execa('pdfinfo', [path]);
    if (/^Form: +none$/m.test(stdout)) plain.push(path);
  }
  return plain;
}

async function soundPdfs(folder: string): Promise<string[]> {
  const sound: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    const { exitCode } = await execa('qpdf', ['--check', path], { reject: false, stdio: 'ignore' });
    if (exitCode === 0) sound.push(path);
  }
  return sound;
}

/** Joins all pages of the files to one PDF. */
async function joinPdfs(files: readonly string[], output: string): Promise<void> {
  const { exitCode } = await execa('qpdf', ['--empty', '--pages', ...files, '--', output], { reject: false });
  if (exitCode !== 0 && exitCode !== 3) throw new Error(`qpdf could not make ${output}`);
}
