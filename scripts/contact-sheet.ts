/**
 * `npm run contact-sheet [-- OUTPUT [PHOTO]]`: one PNG (default contact-sheet.png) that shows every option of the image category on a drawn
 * photo or PHOTO, made by whole tasks with the options below; transparency is a checkerboard. For visual checks.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { MODEL_VARIABLES } from '../engines/image/models.ts';
import { closeEngines } from '../src/runner/engines.ts';
import { convertPicture } from '../test/engines/image/hostile/task.ts';
import { CONVERT, IDENTIFY, MONTAGE } from '../test/support/imagemagick.ts';
import { colourPanels, PANELS, type Panel } from './contact-sheet/panels.ts';
import { drawSources, type Sources } from './contact-sheet/sources.ts';

const COLUMNS = 6;
/** Size of one picture, pixels. */
const CELL = 280;

const [output = 'contact-sheet.png', photo] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'convertd-sheet-'));
try {
  const sources = await drawSources(photo === undefined ? null : resolve(photo), folder);
  const { upscale: _, ...colours } = MODEL_VARIABLES;
  const models = Object.entries(colours).filter(([, variable]) => process.env[variable]);
  const panels = [...PANELS, ...colourPanels(models.map(([name]) => name))];
  const cells: string[] = [];
  for (const [index, panel] of panels.entries()) cells.push(...(await cellOf(panel, index, sources)));
  const place = ['-tile', `${COLUMNS}x`, '-geometry', `${CELL}x${CELL}+8+8`, '-background', '#cdd3dc', '-depth', '8'];
  await execa(MONTAGE, [...cells, ...place, '-font', 'DejaVu-Sans', '-pointsize', '10', resolve(output)]);
  console.log(`${panels.length} pictures in ${output}`);
} finally {
  await closeEngines();
  await rm(folder, { recursive: true, force: true });
}

/** Returns the picture on a checkerboard, and its caption, as arguments of montage. */
async function cellOf({ source, options, caption }: Panel, index: number, sources: Sources): Promise<string[]> {
  const made = options === null ? sources[source] : await convertedWith(sources[source], options, index);
  const shown = join(folder, `shown-${index}.png`);
  const board = ['(', '+clone', '-alpha', 'off', '-tile', 'pattern:checkerboard', '-draw', 'color 0,0 reset', ')'];
  await execa(CONVERT, [made, '-colorspace', 'sRGB', ...board, '+swap', '-composite', shown]);
  const { stdout: size } = await execa(IDENTIFY, ['-format', '%wx%h', made]);
  return ['-label', `${caption ?? captionOf(options ?? {})}\n${size}`, shown];
}

function captionOf(options: object): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join('\n');
}

async function convertedWith(input: string, options: NonNullable<Panel['options']>, index: number): Promise<string> {
  const { outputs, code, log } = await convertPicture(input, 'png', join(folder, `task-${index}`), { options });
  const [made] = outputs;
  if (made === undefined) throw new Error(`${captionOf(options)}: ${code} ${log}`);
  return made;
}
