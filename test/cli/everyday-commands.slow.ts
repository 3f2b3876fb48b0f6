import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { EVERYDAY } from './everyday-commands.ts';
import { EVERYDAY_FILES, makeFiles } from './everyday-files.ts';
import { CONVERTD, temporaryFolder } from './support.ts';

/** Names with a space are between commas; others between spaces. */
const namesIn = (text: string): string[] => (text.startsWith('my ') ? [text] : text.split(' '));

/** What `file` calls the type of a file with this extension. */
const TYPES: Readonly<Record<string, RegExp>> = {
  mp3: /MPEG.*layer III|ID3/,
  flac: /FLAC/,
  m4r: /ISO Media|MP4/,
  wav: /WAVE/,
  ogg: /Ogg/,
  opus: /Ogg/,
  mp4: /ISO Media/,
  webm: /WebM/,
  gif: /GIF/,
  jpg: /JPEG/,
  JPG: /JPEG/,
  png: /PNG/,
  webp: /Web\/P/,
  ico: /icon/,
  svg: /SVG/,
  avif: /AVIF|ISO Media/,
  tif: /TIFF/,
  json: /JSON/,
  txt: /text/,
  md: /text/,
  csv: /text/,
  html: /HTML/,
  pdf: /PDF/,
  docx: /Word 2007|OOXML|Zip/,
  xlsx: /Excel 2007|OOXML|Zip/,
  zip: /Zip/,
  '7z': /7-zip/,
  epub: /EPUB/,
  azw3: /Mobi/,
  mobi: /Mobi/,
  sha256: /text/,
};

test.each(EVERYDAY)('$line', async ({ line, files, makes, check }) => {
  const cwd = await temporaryFolder();
  await makeFiles(namesIn(files), EVERYDAY_FILES, { folder: cwd, scratch: await temporaryFolder() });
  const PATH = `${dirname(CONVERTD)}:${process.env.PATH}`;
  const { exitCode, stderr, stdout } = await execa('bash', ['-c', line], {
    cwd,
    env: { PATH },
    reject: false,
    stdin: 'ignore',
  });
  expect([exitCode, exitCode === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
  for (const made of namesIn(makes)) {
    const path = join(cwd, made);
    expect((await stat(path).catch(() => null))?.isFile(), `${basename(path)} was made; ${stdout}`).toBe(true);
    const { stdout: type } = await execa('file', ['-b', path]);
    expect(type).toMatch(TYPES[extname(path).slice(1)] ?? /^$/);
  }
  if (check === undefined) return;
  const [command, prints] = check;
  const { stdout: printed } = await execa('bash', ['-c', command], { cwd, reject: false });
  expect(printed).toMatch(prints);
});
