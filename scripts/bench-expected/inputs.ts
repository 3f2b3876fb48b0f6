import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { CONVERT } from '../../test/support/imagemagick.ts';
import { findProgram } from '../../tools/programs/ffmpeg/programs.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog, and nobody minds that it is late in the afternoon. ';

/** Writes a web page whose chapters fill a page each. */
export async function page(folder: string, chapters: number): Promise<string> {
  const chapter = (number: number) =>
    `<h1 style="page-break-before: always">Chapter ${number}</h1>${`<p>${SENTENCE.repeat(6)}</p>`.repeat(5)}`;
  const body = Array.from({ length: chapters }, (_, index) => chapter(index + 1)).join('');
  return written(folder, `text-${chapters}.html`, `<!doctype html><title>Text</title><body>${body}</body>`);
}

/** Writes a table of ten columns. */
export async function rows(folder: string, count: number): Promise<string> {
  const row = (number: number) => Array.from({ length: 10 }, (_, column) => number * (column + 1)).join(',');
  return written(folder, `rows-${count}.csv`, Array.from({ length: count }, (_, index) => row(index + 1)).join('\n'));
}

/** Writes a presentation. */
export async function slides(folder: string, count: number): Promise<string> {
  const slide = (number: number) =>
    `<draw:page draw:name="p${number}"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="10cm"><draw:text-box><text:p>${number}. ${SENTENCE}</text:p></draw:text-box></draw:frame></draw:page>`;
  const names = ['office', 'draw', 'text'].map((name) => {
    const urn = name === 'draw' ? 'drawing' : name;
    return `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${urn}:1.0"`;
  });
  const all = Array.from({ length: count }, (_, index) => slide(index + 1)).join('');
  const text = `<?xml version="1.0" encoding="UTF-8"?><office:document ${names.join(' ')} xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>${all}</office:presentation></office:body></office:document>`;
  return written(folder, `slides-${count}.fodp`, text);
}

/** Writes a photo-like picture of that many megapixels, 4:3. */
export async function picture(folder: string, megapixels: number): Promise<string> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3));
  const path = join(folder, `picture-${megapixels}.jpg`);
  const size = `${width}x${Math.round((width * 3) / 4)}`;
  await execa(CONVERT, ['-seed', '7', '-size', size, 'plasma:fractal', '-quality', '85', path]);
  return path;
}

/** Writes a sound of that many seconds. */
export async function sound(folder: string, seconds: number): Promise<string> {
  const path = join(folder, `sound-${seconds}.wav`);
  await ffmpeg(['-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:c=pink:r=44100`, '-ac', '2', path]);
  return path;
}

/** Writes a film of that many seconds, 1280 by 720. */
export async function film(folder: string, seconds: number): Promise<string> {
  const path = join(folder, `film-${seconds}.mp4`);
  const source = `testsrc2=d=${seconds}:s=1280x720:r=25`;
  await ffmpeg(['-f', 'lavfi', '-i', source, '-f', 'lavfi', '-i', `sine=d=${seconds}`, '-pix_fmt', 'yuv420p', path]);
  return path;
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const program = await findProgram('ffmpeg');
  if (program === null) throw new Error('ffmpeg is not installed');
  await execa(program.path, ['-nostdin', '-loglevel', 'error', ...args]);
}

async function written(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}
