import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { findPacker, GIFSICLE, PACKER_LIMITS } from './places.ts';

/**
 * Writes a GIF with fewer bytes: only what changes between frames, in the order of colors that packs best. Delays, repetitions, comments
 * and extensions stay.
 * @param loss gifsicle's arguments about how far colors may move so that they repeat; none: every pixel stays
 * @returns the path of the result, which may be larger; null if the file is damaged, or gifsicle is not installed, of which it warns
 * @throws ConversionError `limit_*`
 */
export async function packGif(gif: string, loss: readonly string[], context: WorkContext): Promise<string | null> {
  const gifsicle = await findPacker(GIFSICLE, context);
  if (gifsicle === null) return null;
  const folder = await partFolder(context, 'gif');
  const run = async (name: string, settings: readonly string[], input: string): Promise<string | null> => {
    const output = join(folder, name);
    const { exitCode } = await context.run({
      name: GIFSICLE.name,
      path: gifsicle,
      args: ['-O3', ...settings, '--no-ignore-errors', '-o', output, input],
      limits: PACKER_LIMITS,
      acceptExitCodes: 'any',
    });
    return exitCode === 0 ? output : null;
  };
  const packed = await run('packed.gif', [], gif);
  if (packed === null || loss.length === 0) return packed;
  const lossy = await run('lossy.gif', loss, gif);
  return lossy !== null && (await stat(lossy)).size < (await stat(packed)).size ? lossy : packed;
}
