import { mkdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FilmTarget } from '../../engines/video/containers.ts';
import { engine } from '../../engines/video/engine.ts';
import { identify } from '../../src/files/identify.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { engineTask } from '../../test/support/engine-context.ts';

/** Default options of the catalog. */
const DEFAULTS = { effort: 'balanced', deinterlace: 'auto', resize_handling: 'stretch', speed: 1 };

/** Converts with the engine in a new folder. Returns the path of the result. */
export async function runEngine(
  clip: string,
  target: FilmTarget | 'gif',
  options: OptionValues,
  work: string,
): Promise<string> {
  await mkdir(work, { recursive: true });
  const { signal } = new AbortController();
  const { context } = engineTask({ workFolder: work, readable: [clip], signal });
  const [{ size }, format] = await Promise.all([stat(clip), identify(clip)]);
  const input = { id: 'clip', path: clip, filename: basename(clip), size, format, decryptPassword: null };
  const outputs = await engine.convert(
    { target, options: { ...DEFAULTS, ...options }, inputs: [input] } as never,
    context,
  );
  return outputs[0]?.path ?? '';
}
