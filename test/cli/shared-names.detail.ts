import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FFPROBE } from '../support/ffprobe.ts';
import { convertd, ROOT, temporaryFolder } from './support.ts';

/* Names that mean the same in all categories: what a result is like, by programs that did not make it. */

const text = async (program: string, ...args: string[]): Promise<string> => String((await execa(program, args)).stdout);

const probe = (path: string, entries: string): Promise<string> =>
  text(FFPROBE, '-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', path);

const sizeOf = async (path: string): Promise<string> =>
  (await probe(path, 'stream=width,height')).trim().replace(',', 'x');

const secondsOf = async (path: string): Promise<number> => Math.round(Number(await probe(path, 'format=duration')));

const author = (path: string): Promise<string> => text('exiftool', '-s3', '-Author', '-Artist', '-Creator', path);

const pagesOf = async (path: string): Promise<string> =>
  (await text('pdfinfo', path)).match(/^Pages: +(\d+)/m)?.[1] ?? '';

/** What is read of each result. */
const READ: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  size: sizeOf,
  seconds: secondsOf,
  author,
  pages: pagesOf,
  sound: async (path) => (await probe(path, 'stream=codec_type')).includes('audio'),
  turned: async (path) => (await text('pdfinfo', path)).match(/^Page rot: +(\d+)/m)?.[1],
  paper: async (path) => (await text('pdfinfo', path)).match(/^Page size: +(.*) pts/m)?.[1],
  bytes: async (path) => (await stat(path)).size <= 5000,
  text: async (path) => (await readFile(path, 'utf8')).replace(/\s/g, ''),
  words: async (path) => (await text('pdftotext', path, '-')).replace(/\s/g, ''),
  needsPassword: async (path) => (await execa('qpdf', ['--requires-password', path], { reject: false })).exitCode === 0,
};

let folder: string;

const PAGE = (number: number): string =>
  `/Helvetica findfont 24 scalefont setfont 72 500 moveto (Page ${number}) show showpage`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  const at = (name: string) => join(folder, name);
  const pages = [1, 2, 3, 4].map(PAGE).join(' ');
  const pdf = `<</PageSize [595 842]>> setpagedevice [/Author (Ada) /DOCINFO pdfmark ${pages}`;
  await text('gs', '-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sOutputFile=${at('report.pdf')}`, '-c', pdf);
  await text('qpdf', '--encrypt', 'sesame', 'sesame', '256', '--', at('report.pdf'), at('locked.pdf'));
  const film = ['-f', 'lavfi', '-i', 'testsrc=duration=4:size=320x240', '-f', 'lavfi', '-i', 'sine=duration=4'];
  const tags = ['-metadata', 'artist=Ada'];
  await text('ffmpeg', '-v', 'error', ...film, ...tags, '-c:v', 'libx264', '-c:a', 'aac', at('film.mp4'));
  await text('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=4', ...tags, at('talk.flac'));
  await text('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x240', '-frames:v', '1', at('photo.jpg'));
  await text('exiftool', '-q', '-overwrite_original', '-Artist=Ada', at('photo.jpg'));
  await copyFile(join(ROOT, 'fixtures', 'document', 'readme.md'), at('letter.md'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

type Row = readonly [input: string, target: string, options: string, wanted: Readonly<Record<string, unknown>>];

const ROWS: readonly Row[] = [
  ['report.pdf', 'pdf', 'rotate=90', { turned: '90', pages: '4' }],
  ['report.pdf', 'pdf', 'pages=2-3', { pages: '2' }],
  ['report.pdf', 'txt', 'pages=3,2', { text: 'Page3Page2' }],
  ['report.pdf', 'image/pdf', 'pages=2-3,merge=true', { pages: '2' }],
  ['report.pdf', 'pdf', 'crop=400x300+50+20', { paper: '400 x 300' }],
  ['report.pdf', 'pdf', 'watermark=SECRET', { words: expect.stringMatching(/SECRETPage1/) }],
  ['report.pdf', 'pdf', 'strip_metadata=true', { author: '' }],
  ['report.pdf', 'pdf', 'protect=open', { needsPassword: true }],
  ['locked.pdf', 'pdf', 'password=sesame', { pages: '4' }],
  ['locked.pdf', 'png', 'password=sesame', {}],
  ['photo.jpg', 'jpg', 'rotate=90', { size: '240x320' }],
  ['photo.jpg', 'jpg', 'resize=160', { size: '160x120' }],
  ['photo.jpg', 'png', 'resize=50%', { size: '160x120' }],
  ['photo.jpg', 'png', 'crop=100x80+10+10', { size: '100x80' }],
  ['photo.jpg', 'jpg', 'max_size=5KB', { bytes: true }],
  ['photo.jpg', 'jpg', 'strip_metadata=true', { author: '' }],
  ['photo.jpg', 'jpg', 'strip_metadata=false', { author: 'Ada' }],
  ['film.mp4', 'mp4', 'rotate=90', { size: '240x320' }],
  ['film.mp4', 'mp4', 'resize=160x120', { size: '160x120' }],
  ['film.mp4', 'video/gif', 'resize=160', { size: '160x120' }],
  ['film.mp4', 'mp4', 'crop=100x80+10+10', { size: '100x80' }],
  ['film.mp4', 'mp4', 'mute=true', { sound: false, seconds: 4 }],
  ['film.mp4', 'mp4', 'from=1,to=0:03', { seconds: 2, sound: true }],
  ['film.mp4', 'mp4', 'strip_metadata=true', { author: '' }],
  ['talk.flac', 'mp3', 'from=1,to=0:03', { seconds: 2, author: 'Ada' }],
  ['talk.flac', 'mp3', 'strip_metadata=true', { seconds: 4, author: '' }],
];

describe('a name does the same in each category', () => {
  test.each(ROWS)('%s to %s with %s', async (input, target, options, wanted) => {
    const out = await temporaryFolder();
    const given = options.split(/,(?=[a-z])/).flatMap((pair) => ['-o', pair]);
    const ran = await convertd(['convert', join(folder, input), target, ...given, '--output', out]);
    expect([ran.exitCode, ran.stderr]).toEqual([0, expect.any(String)]);
    const [made = ''] = await readdir(out);
    const found = await Promise.all(
      Object.keys(wanted).map(async (what) => [what, await READ[what]?.(join(out, made))]),
    );
    expect(Object.fromEntries(found)).toEqual(wanted);
  });

  test.each([
    ['talk.flac', 'mp3', 'rotate=90', 'only pictures, films and the pages of a PDF are turned'],
    ['report.pdf', 'docx', 'max_size=5MB', 'only pictures, PDFs and films are made to fit a size'],
    ['photo.jpg', 'md5', 'password=x', 'only what reads protected files opens them'],
    ['photo.jpg', 'png', 'mute=true', 'only films have a sound to leave out'],
    ['report.pdf', 'pdf', 'resize=800', 'the paper of a PDF is page_size'],
    ['report.pdf', 'txt', 'pages=9', 'which has 4 pages'],
    ['letter.md', 'docx', 'pages=1', 'letter.md is none'],
    ['photo.jpg', 'jpg', 'resize=800,width=900', 'they differ'],
  ])('or is refused with the reason: %s to %s with %s', async (input, target, options, reason) => {
    const given = options.split(',').flatMap((pair) => ['-o', pair]);
    const ran = await convertd(['convert', join(folder, input), target, ...given, '--output', await temporaryFolder()]);
    expect([ran.exitCode, ran.stderr]).toEqual([expect.any(Number), expect.stringContaining(reason)]);
    expect(ran.exitCode).not.toBe(0);
  });
});

test('a task of a file takes them, too', async () => {
  const cwd = await temporaryFolder();
  const conversion = { category: 'document', target: 'pdf', options: { rotate: 90, password: 'sesame', pages: '2' } };
  await writeFile(
    join(cwd, 'task.json'),
    JSON.stringify({ conversion, input: [{ source: join(folder, 'locked.pdf') }] }),
  );
  const ran = await convertd(['run', 'task.json', '--output', 'made'], { cwd });
  expect([ran.exitCode, ran.stderr]).toEqual([0, expect.any(String)]);
  const [made = ''] = await readdir(join(cwd, 'made'));
  const path = join(cwd, 'made', made);
  expect([await pagesOf(path), await READ.turned?.(path), await READ.words?.(path)]).toEqual(['1', '90', 'Page2']);
});

test('the metadata of a document goes', async () => {
  const out = await temporaryFolder();
  const args = ['convert', join(folder, 'letter.md'), 'docx', '-o', 'strip_metadata=true', '--output', out];
  expect((await convertd(args)).exitCode).toBe(0);
  const core = await text('unzip', '-p', join(out, 'letter.docx'), 'docProps/*.xml');
  expect(core).not.toMatch(/<(?:dc:creator|dc:title|Company)>[^<]/);
});
