import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { newFolder, useFolders } from '../tools/programs/chromium/support.ts';

import { convert, look, newZip, PICTURES, separate } from './zip-support.ts';

useFolders();

describe('a zip as an input', () => {
  it('is a conversion of each of its files, named after them, in the order of their paths', async () => {
    const made = await convert(await newZip(PICTURES, 'photos.zip'), 'image/png', {}, separate);
    expect(made.files.map((path) => basename(path))).toEqual(['blue9.png', 'blue10.png', 'red.png', 'red-2.png']);
    const looks = await Promise.all(made.files.map(look));
    expect(looks.map((each) => each.slice(0, 7))).toEqual(Array(4).fill('PNG 2x2'));
    expect(new Set(looks).size).toBe(4);
    expect(made.report.warnings).toMatchObject([{ code: 'output_limited', source: 'input', details: { folders: 2 } }]);
    // The report has one input, the archive.
    const [input, ...others] = made.report.input;
    expect([input?.filename, input?.content_type, others]).toEqual(['photos.zip', 'application/zip', []]);
    expect(new Set(made.report.output.flatMap(({ source }) => source.input))).toEqual(new Set([input?.id]));
  });
});

describe('a zip that is made to do harm', () => {
  /** Unpacks it with a program that has no guards. */
  async function unguarded(zip: string): Promise<string> {
    const folder = join(await newFolder(), 'inner');
    await execa('mkdir', [folder]);
    await execa('bsdtar', ['-xPf', zip], { cwd: folder });
    return folder;
  }

  it('has no file leave its folder', async () => {
    const zip = await newZip([{ name: '../leaves.txt', content: 'harm' }]);
    const { report } = await convert(zip, 'hash/md5');
    expect(report.errors).toMatchObject([{ code: 'input_unsafe', source: 'input' }]);
    expect(await readFile(join(await unguarded(zip), '../leaves.txt'), 'utf8')).toBe('harm');
  });

  it('has no file written where an absolute name says', async () => {
    const outside = join(await newFolder(), 'absolute.txt');
    const zip = await newZip([{ name: outside, content: 'harm' }]);
    const { codes, report } = await convert(zip, 'hash/md5');
    expect([codes, report.errors]).toEqual([['output_limited'], []]);
    expect(await readFile(outside, 'utf8').catch(() => null)).toBe(null);
    await unguarded(zip);
    expect(await readFile(outside, 'utf8')).toBe('harm');
  });

  it('reads no file of this machine by a link', async () => {
    const secret = join(await newFolder(), 'secret.txt');
    await writeFile(secret, 'the secret');
    const zip = await newZip([{ name: 'link.txt', content: secret, link: true }]);
    expect((await convert(zip, 'archive/zip')).codes).toEqual(['input_unsafe']);
    expect(await readFile(join(await unguarded(zip), 'link.txt'), 'utf8')).toBe('the secret');
  });
});
