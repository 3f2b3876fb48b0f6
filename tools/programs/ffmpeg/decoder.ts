import type { WorkContext } from '../../../src/work/context.ts';
import { parseCoders } from './installed.ts';
import { callOf, type Program } from './programs.ts';

/** ffmpeg 7's own Speex decoder plays wide-band sound at half its speed (7.1.5, measured); libspeex does not. */
const PREFERRED: Readonly<Record<string, string>> = { speex: 'libspeex' };

/** Decoders that silently play data that fails its checksum, unless they are told to check it. */
const WITH_CHECKSUMS: ReadonlySet<string> = new Set(['flac']);

/** Returns options for decoding a codec: to verify checksums, and the name of a decoder better than ffmpeg's default, if available. */
export async function chooseDecoder(codec: string, ffmpeg: Program, context: WorkContext): Promise<string[]> {
  if (WITH_CHECKSUMS.has(codec)) return ['-err_detect', 'crccheck'];
  const preferred = PREFERRED[codec];
  if (preferred === undefined) return [];
  const { stdout } = await context.run(callOf(ffmpeg, ['-hide_banner', '-decoders']));
  return parseCoders(stdout).has(preferred) ? ['-c:a', preferred] : [];
}
