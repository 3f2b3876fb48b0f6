import type { LocalInput } from '../../src/work/context.ts';
import { damageWarnings } from '../../tools/programs/ffmpeg/failures.ts';
import type { Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { endsEarly } from '../../tools/programs/ffmpeg/probe/declared-size.ts';

/**
 * Returns warnings about inputs that are damaged or end early, from ffmpeg's messages and the sizes in the inputs' headers. The latter
 * count only if the film is wanted to its end.
 */
export async function cutWarnings(
  inputs: readonly LocalInput[],
  { end }: { readonly end: number | null },
  { stderr, filename }: { readonly stderr: string; readonly filename: string },
): Promise<Warning[]> {
  const cut: string[] = [];
  for (const input of end === null ? inputs.filter(isTimed) : []) {
    if (await endsEarly(input.path, input.size)) cut.push(input.filename);
  }
  if (cut.length === 0) return damageWarnings(stderr, false, filename);
  return cut.flatMap((name) => damageWarnings(stderr, false, name, true));
}

const isTimed = ({ format }: LocalInput): boolean => format?.kind === 'video' || format?.kind === 'audio';
