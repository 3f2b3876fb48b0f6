import type { WorkContext } from '../../src/work/context.ts';
import { parseCoders } from './installed.ts';
import { callOf, type Program } from './programs.ts';

/** ffmpeg 7's own Speex decoder plays wide-band sound at half its speed (7.1.5, measured); libspeex does not. */
const PREFERRED: Readonly<Record<string, string>> = { speex: 'libspeex' };

/** Options that name a better decoder than ffmpeg would take for a codec, if this ffmpeg has it. */
export async function chooseDecoder(codec: string, ffmpeg: Program, context: WorkContext): Promise<string[]> {
  const preferred = PREFERRED[codec];
  if (preferred === undefined) return [];
  const { stdout } = await context.run(callOf(ffmpeg, ['-hide_banner', '-decoders']));
  return parseCoders(stdout).has(preferred) ? ['-c:a', preferred] : [];
}
