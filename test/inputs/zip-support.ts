import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { INPUTS } from '../cli/support.ts';
import { IDENTIFY } from '../support/imagemagick.ts';
import { DEBIAN_7ZIP } from '../support/seven-zip.ts';
import { newFolder, run } from '../tools/programs/chromium/support.ts';
import { type Entry, writeZip } from './write-zip.ts';

/** Returns a picture of one colour, as text (PPM). */
export const picture = (colour: string) => `P3\n2 2\n255\n${`${colour} `.repeat(4)}\n`;
export const PICTURES: readonly Entry[] = [
  { name: '__MACOSX/._red.ppm', content: 'resource fork' },
  { name: 'red.ppm', content: picture('255 0 0') },
  { name: 'other/blue10.ppm', content: picture('0 0 255') },
  { name: 'other/blue9.ppm', content: picture('0 255 0') },
  { name: 'other/red.ppm', content: picture('0 0 0') },
  { name: 'other/.DS_Store', content: 'of the Finder' },
];

export const PDF = join(INPUTS, '../document/report.pdf');
export const PDF_WORD = 'Quarterly report';

export const newZip = async (entries: readonly Entry[], name = 'input.zip') =>
  writeZip(join(await newFolder(), name), entries);
export const task = (source: string, target: string, options: object = {}, of: object = {}, more: object = {}) => ({
  conversion: { category: target.split('/')[0], target: target.split('/')[1], options: of },
  input: [{ source: `file://${source}`, engine: 'zip', options, ...more }],
});
export const convert = (...of: Parameters<typeof task>) => run(task(...of));
export const separate = { allow_multiple_outputs: true };
/** Format, size and colour of a picture, by ImageMagick. */
export const look = async (path: string) =>
  (await execa(IDENTIFY, ['-format', '%m %wx%h %[pixel:p{0,0}]', path])).stdout.replace(/s(?=rgb)/, '');
export const sevenZip = async (format: string, files: Readonly<Record<string, string>>, ...flags: string[]) => {
  const folder = await newFolder();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await execa(DEBIAN_7ZIP, ['a', ...flags, `packed.${format}`, ...Object.keys(files)], { cwd: folder });
  return join(folder, `packed.${format}`);
};
