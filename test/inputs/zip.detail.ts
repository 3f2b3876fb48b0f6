import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { convertd, INPUTS, lastLine } from '../cli/support.ts';
import { newFolder, onlyFile, pdfText, useFolders } from '../tools/programs/chromium/support.ts';
import type { Entry } from './write-zip.ts';

import { convert, look, newZip, PDF, PDF_WORD, PICTURES, picture, separate, sevenZip } from './zip-support.ts';

useFolders();

describe('a zip as an input', () => {
  it('gives one zip of the outputs unless each is asked for by itself', async () => {
    const zip = await newZip(PICTURES, 'photos.zip');
    const packed = onlyFile(await convert(zip, 'image/png', { include: 'blue*' }));
    expect((await execa('unzip', ['-Z1', packed])).stdout.split('\n')).toEqual(['blue9.png', 'blue10.png']);
    expect(basename(onlyFile(await convert(zip, 'image/png', { exclude: 'other/*' })))).toBe('red.png');
  });

  it('is one conversion where the engine combines its inputs', async () => {
    const small = join(await newFolder(), 'small.pdf');
    const draw = 'import sys; from PIL import Image; Image.new("RGB", (100, 50)).save(sys.argv[1])';
    await execa('/usr/bin/python3', ['-c', draw, small]);
    const zip = await newZip([
      { name: 'page-10.pdf', content: await readFile(PDF) },
      { name: 'page-9.pdf', content: await readFile(small) },
    ]);
    const merged = onlyFile(await convert(zip, 'document/pdf', {}, { merge: true }));
    const { stdout } = await execa('pdfinfo', ['-l', '2', merged]);
    expect(stdout).toMatch(/Page +1 size: +100 x 50 /);
    expect(await pdfText(merged)).toContain(PDF_WORD);
  });

  it.each(['7z', 'tar'])('may be another archive, such as %s', async (format) => {
    const archive = await sevenZip(format, { 'a.txt': 'abc' });
    const made = onlyFile(await convert(archive, 'hash/md5'));
    expect(await readFile(made, 'utf8')).toContain('900150983cd24fb0d6963f7d28e17f72');
  });

  it('is opened with its password, which files in it are not given', async () => {
    const archive = await sevenZip('zip', { 'a.ppm': picture('0 0 0') }, '-psecret', '-mem=AES256');
    const open = (options: object, decrypt_password?: string) =>
      convert(archive, 'image/png', options, {}, { credentials: { decrypt_password } });
    for (const made of [await open({}, 'secret'), await open({ archive_password: 'secret' })]) {
      expect(await look(onlyFile(made))).toMatch(/^PNG 2x2/);
      expect(made.codes).toEqual([]);
    }
    expect((await open({})).codes).toEqual(['input_password_needed']);
    expect((await open({}, 'wrong')).codes).toEqual(['input_password_wrong']);
    const { report } = await open({ archive_password: 'hidden-wrong' });
    expect(report.errors).toMatchObject([{ code: 'input_password_wrong', details: { option: 'archive_password' } }]);
    expect(JSON.stringify(report)).not.toContain('hidden-wrong');
  });

  it('gives the password to the files where it is not encrypted itself', async () => {
    const locked = join(await newFolder(), 'locked.pdf');
    await execa('qpdf', ['--encrypt', 'secret', 'secret', '256', '--', PDF, locked]);
    const zip = await newZip([{ name: 'locked.pdf', content: await readFile(locked) }]);
    const made = await convert(zip, 'document/txt', {}, {}, { credentials: { decrypt_password: 'secret' } });
    expect(await readFile(onlyFile(made), 'utf8')).toContain(PDF_WORD);
    const other = await convert(zip, 'hash/md5', { archive_password: 'for nothing' });
    expect(other.report.warnings).toMatchObject([
      { code: 'option_no_effect', details: { option: 'archive_password' } },
    ]);
  });

  it('is opened by the command line, too, with a password from a file', async () => {
    const folder = await newFolder();
    const archive = await sevenZip('zip', { 'red.ppm': picture('255 0 0'), 'a.txt': 'text' }, '-psecret');
    const password = join(folder, 'password.txt');
    await writeFile(password, 'secret\n');
    const reading = ['--engine', 'zip', '-i', 'include=*.ppm', '--secret', `archive_password=${password}`];
    const { stdout, exitCode } = await convertd([
      'convert',
      archive,
      'image/gif',
      ...reading,
      '--output',
      folder,
      '--json',
    ]);
    expect([exitCode, lastLine(stdout).output.map(({ filename }) => filename)]).toEqual([0, ['red.gif']]);
    expect(await look(join(folder, 'red.gif'))).toMatch(/^GIF 2x2/);
  });
});

describe('an archive of an older system', () => {
  it('has its names by filename_encoding, and its links are left out with a warning', async () => {
    const folder = await newFolder();
    const archive = join(folder, 'old.tar');
    await execa('/usr/bin/python3', [
      '-c',
      'import sys, tarfile, io\nwith tarfile.open(sys.argv[1], "w", format=tarfile.GNU_FORMAT, encoding="cp1253") as t:\n i = tarfile.TarInfo("Έγγραφο.ppm"); b = sys.argv[2].encode(); i.size = len(b); t.addfile(i, io.BytesIO(b))\n l = tarfile.TarInfo("link.ppm"); l.type = tarfile.SYMTYPE; l.linkname = "Έγγραφο.ppm"; t.addfile(l)',
      archive,
      picture('255 0 0'),
    ]);
    const { report, files } = await convert(archive, 'image/png', { filename_encoding: 'cp1253' });
    expect(files.map((path) => basename(path))).toEqual(['Έγγραφο.png']);
    expect(report.warnings).toMatchObject([
      { code: 'output_limited', message: '1 symbolic link of the archive was left out: link.ppm.' },
    ]);
  });
});

describe('what cannot be opened', () => {
  const text = { name: 'a.txt', content: 'text' };

  it.each<[string, () => Promise<string>, string, object, object]>([
    ['nothing but folders and litter', () => newZip([{ name: 'x/.DS_Store', content: 'x' }]), 'input_empty', {}, {}],
    ['no archive', async () => join(INPUTS, 'abc.txt'), 'input_wrong_type', {}, { option: 'engine' }],
    [
      'a document that is a zip inside',
      async () => join(INPUTS, '../document/report.docx'),
      'input_wrong_type',
      {},
      {},
    ],
    ['none that is asked for', () => newZip([text]), 'option_unsupported', { include: '*.jpg' }, { option: 'include' }],
    ['none that is left', () => newZip([text]), 'option_unsupported', { exclude: '*' }, { option: 'exclude' }],
    ['a file of no bytes', () => newZip([text, { name: 'b.txt', content: '' }]), 'input_empty', {}, { file: 'b.txt' }],
    [
      'too many files',
      () => newZip(Array.from({ length: 1001 }, (_, index) => ({ name: `${index}.txt`, content: 'x' }))),
      'input_bomb',
      {},
      { limit_files: 1000 },
    ],
  ])('%s is an error about the input', async (_, make, code, options, details) => {
    const { report } = await convert(await make(), 'image/png', options);
    expect(report.errors).toMatchObject([{ code, source: 'input', details }]);
    expect(report.errors[0]?.id_source).toBeTruthy();
  });

  it('a file that cannot be converted is named', async () => {
    const zip = await newZip([PICTURES[1] as Entry, { name: 'x/broken.png', content: '\x89PNG\r\n\x1a\nbroken' }]);
    const { report, files } = await convert(zip, 'image/jpg', {}, separate);
    expect(report.errors).toMatchObject([{ source: 'input', details: { file: 'broken.png' } }]);
    expect(report.errors[0]?.message).toContain('broken.png');
    expect(files).toEqual([]);
  });

  it('a file above the limit of an input is refused, one below is not', async () => {
    const zip = await newZip([{ name: 'large.txt', content: 'x'.repeat(5000) }]);
    const limited = (max_size: number) => convert(zip, 'hash/md5', {}, {}, { max_size });
    expect((await limited(4999)).codes).toEqual(['input_too_large']);
    expect((await limited(5000)).codes).toEqual([]);
  });
});

describe('a zip that unpacks to more than it may', () => {
  it('fills no disk', async () => {
    const zeros = (megabytes: number) =>
      newZip([{ name: 'zeros.bin', content: Buffer.alloc(1024 ** 2), repeat: megabytes }]);
    const { report } = await convert(await zeros(300), 'hash/md5');
    expect(report.errors).toMatchObject([{ code: 'input_bomb', source: 'input' }]);
    expect((await convert(await zeros(30), 'hash/md5')).report.status).toBe('completed');
  });
});
