import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { type Receipt, ReceiptSchema } from '../../src/receipt/schema.ts';
import { convertd, lastLine, ROOT, temporaryFolder } from '../cli/support.ts';

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(JSON.stringify(ReceiptSchema)),
);
const FIXTURES = join(ROOT, 'fixtures');

/** Converts fixtures in a folder of their own with --receipt. */
async function receiptsOf(files: readonly string[], words: readonly string[]) {
  const folder = await temporaryFolder();
  const names = files.map((file) => file.split('/').at(-1) ?? '');
  for (const [index, file] of files.entries()) await copyFile(join(FIXTURES, file), join(folder, names[index] ?? ''));
  const done = await convertd([...names, ...words, '--receipt', 'receipts.jsonl', '--json'], { cwd: folder });
  const lines = (await readFile(join(folder, 'receipts.jsonl'), 'utf8')).trim().split('\n').filter(Boolean);
  const receipts = lines.map((line) => JSON.parse(line) as Receipt);
  for (const receipt of receipts) expect(validate(receipt), JSON.stringify(validate.errors)).toBe(true);
  return { folder, ...done, receipts };
}

const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

const wordsOf = async (path: string) =>
  (await execa('pdftotext', [path, '-'])).stdout.split(/\s+/).filter(Boolean).length;

it('a document that becomes a PDF is counted on both sides', async () => {
  const { folder, exitCode, receipts, stdout } = await receiptsOf(['document/report.docx'], ['pdf']);
  expect(exitCode).toBe(0);
  const [receipt] = receipts;
  const path = join(folder, 'report.pdf');
  expect(receipt).toMatchObject({
    conversion: { category: 'document', target: 'pdf' },
    input: [{ filename: 'report.docx', sha256: await sha256(join(folder, 'report.docx')) }],
    output: { filename: 'report.pdf', content_type: 'application/pdf', sha256: await sha256(path) },
    options: { given: { receipt: true }, changed: [] },
  });
  const pages = Number(/^Pages: +(\d+)/m.exec((await execa('pdfinfo', [path])).stdout)?.[1]);
  expect(receipt?.counts).toMatchObject({ pages: { output: pages }, words: { output: await wordsOf(path) } });
  expect(receipt?.counts.words?.input).toBe(receipt?.counts.words?.output);
  expect(receipt?.route).toContainEqual(
    expect.objectContaining({ program: 'LibreOffice', version: expect.stringMatching(/^\d+\.\d/) }),
  );
  expect(lastLine(stdout).output[0]?.receipt).toEqual(receipt);
});

it.each([
  ['document/report.docx', 'pdf', 'LibreOffice'],
  ['ebook/voyage.epub', 'mobi', 'calibre'],
  ['image/landscape.jpg', 'webp', 'sharp'],
  ['inputs/chime.wav', 'mp3', 'ffmpeg'],
])('the processor time of %s to %s is known, also of kept processes', async (file, target, program) => {
  const { receipts } = await receiptsOf([file], [target]);
  const step = receipts[0]?.route.find((each) => each.program === program);
  expect(step?.cpu_seconds).toBeGreaterThan(0);
  expect(step?.cpu_seconds).toBeLessThanOrEqual((step?.seconds ?? 0) * availableParallelism() + 0.05);
});

it('what is lost is named', async () => {
  const { receipts } = await receiptsOf(['document/hidden-slide.fodp'], ['pdf']);
  expect(receipts[0]?.counts).toMatchObject({ slides: { input: 2 }, pages: { output: 1 } });
  expect(receipts[0]?.losses).toMatchObject([{ code: 'output_limited', message: expect.stringContaining('hidden') }]);
});

it('what a text cannot have is missing, also where nobody warns', async () => {
  const { receipts } = await receiptsOf(['document/report.docx'], ['txt']);
  expect(receipts[0]).toMatchObject({
    counts: { pictures: { input: 1, output: 0 } },
    fewer: expect.arrayContaining(['pictures']),
    losses: [],
  });
});

it('comments, notes of slides and hidden slides are counted on both sides', async () => {
  const text = await receiptsOf(['document/asides.fodt'], ['pdf']);
  expect(text.receipts[0]?.counts).toMatchObject({ comments: { input: 2, output: 0 }, charts: { input: 1 } });
  expect(text.receipts[0]?.fewer).toContain('comments');
  const slides = await receiptsOf(['document/asides.fodp'], ['pptx']);
  expect(slides.receipts[0]?.counts).toMatchObject({
    ...{ comments: { input: 1, output: 1 }, slides_with_notes: { input: 1, output: 1 }, hidden_slides: { input: 0 } },
  });
  expect(slides.receipts[0]?.fewer).toEqual([]);
});

it('strict also refuses a loss that only the counts show, unless less was asked for', async () => {
  const refused = await receiptsOf(['document/report.docx'], ['txt', '-o', 'strict=content']);
  expect(lastLine(refused.stdout).errors).toMatchObject([
    { code: 'content_lost', message: expect.stringMatching(/fewer tables than the input: 0 of \d/) },
  ]);
  expect(await readdir(refused.folder)).not.toContain('report.txt');
  const made = await receiptsOf(['document/report.docx'], ['odt', '-o', 'strict=content']);
  expect([made.exitCode, made.receipts[0]?.fewer]).toEqual([0, []]);
  const less = ['out.pdf', '-o', 'strict=content', '-o', 'remove_bookmarks=true'];
  const asked = await receiptsOf(['document/report.pdf'], less);
  expect([asked.exitCode, asked.receipts[0]?.fewer]).toEqual([0, ['bookmarks']]);
});

it('files that are packed into one are counted, not the package', async () => {
  const { receipts, folder } = await receiptsOf(['image/lights.gif'], ['jpg', '-o', 'quality=80']);
  expect(receipts[0]?.options.given).toEqual({ quality: 80, receipt: true });
  expect(receipts[0]?.output).toMatchObject({
    filename: 'lights.zip',
    sha256: await sha256(join(folder, 'lights.zip')),
  });
  expect(receipts[0]?.counts).toMatchObject({
    frames: { input: 3, output: 3 },
    width_pixels: { input: 48, output: 48 },
  });
});

it('inputs of one output are counted together, and each output has its own receipt', async () => {
  const merged = await receiptsOf(['document/report.pdf', 'document/report.docx'], ['all.pdf']);
  expect(merged.receipts).toHaveLength(1);
  expect(merged.receipts[0]?.input.map(({ filename }) => filename)).toEqual(['report.pdf', 'report.docx']);
  expect(merged.receipts[0]?.counts.words?.input).toBe(merged.receipts[0]?.counts.words?.output);
  const apart = await receiptsOf(['document/report.pdf', 'image/landscape.jpg'], ['png']);
  expect(apart.receipts.map(({ output }) => output.filename)).toEqual(['report.png', 'landscape.png']);
  expect(await readdir(apart.folder)).toEqual(expect.arrayContaining(['report.png', 'landscape.png']));
});

it('strict refuses what would be lost, with the receipt, and nothing is made', async () => {
  const refused = await receiptsOf(['document/hidden-slide.fodp'], ['pdf', '-o', 'strict=content']);
  expect(refused.exitCode).not.toBe(0);
  expect(lastLine(refused.stdout).errors).toMatchObject([{ code: 'content_lost', details: { option: 'strict' } }]);
  expect(refused.receipts[0]?.losses).not.toEqual([]);
  expect(await readdir(refused.folder)).not.toContain('hidden-slide.pdf');
  // The control: what loses nothing is made.
  const made = await receiptsOf(['image/landscape.jpg'], ['png', '-o', 'strict=content']);
  expect([made.exitCode, await readdir(made.folder)]).toEqual([0, expect.arrayContaining(['landscape.png'])]);
});

it('no file is replaced by receipts unless that is asked for, and receipts that nobody sees are spoken of', async () => {
  const folder = await temporaryFolder();
  await copyFile(join(FIXTURES, 'image/landscape.jpg'), join(folder, 'photo.jpg'));
  const before = await sha256(join(folder, 'photo.jpg'));
  const refused = await convertd(['photo.jpg', 'png', '--receipt', 'photo.jpg'], { cwd: folder });
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('photo.jpg exists already')]);
  expect([await sha256(join(folder, 'photo.jpg')), await readdir(folder)]).toEqual([before, ['photo.jpg']]);
  const unseen = await convertd(['photo.jpg', 'png', '-o', 'receipt=true'], { cwd: folder });
  expect([unseen.exitCode, unseen.stderr]).toEqual([0, expect.stringContaining('--receipt FILE')]);
  const forced = await convertd(['photo.jpg', 'png', '--receipt', 'r.json', '--force'], { cwd: folder });
  expect([forced.exitCode, forced.stderr]).toEqual([0, '']);
  const against = await convertd(['photo.jpg', 'webp', '--receipt', 's.json', '-o', 'receipt=false'], { cwd: folder });
  expect(against.exitCode).toBe(2);
});

it('no secret is in a receipt', async () => {
  const folder = await temporaryFolder();
  await copyFile(join(FIXTURES, 'document/report.pdf'), join(folder, 'report.pdf'));
  await writeFile(join(folder, 'password'), 'not-for-receipts');
  const secret = ['--secret', 'new_user_password=password'];
  const done = await convertd(['report.pdf', 'locked.pdf', ...secret, '--receipt', 'receipt.json'], { cwd: folder });
  expect(done.exitCode).toBe(0);
  const text = await readFile(join(folder, 'receipt.json'), 'utf8');
  expect(text).not.toContain('not-for-receipts');
  const receipt = JSON.parse(text) as Receipt;
  expect(receipt).toMatchObject({ output: { filename: 'locked.pdf' }, options: { given: { receipt: true } } });
  // A locked result is not known to have less.
  expect([receipt.fewer, receipt.counts.bookmarks?.output]).toEqual([[], null]);
});
