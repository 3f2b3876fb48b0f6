import type { ProgramCall } from '../../src/process/program-call.ts';
import { findProgram } from '../../tools/formats/archives/programs.ts';

/** Formats that hold one compressed stream. */
export type StreamFormat = 'gz' | 'bz2' | 'xz' | 'zst';

/** Compression level; `medium` is the default. */
export type Level = 'low' | 'medium' | 'high';

interface Compressor {
  readonly program: 'pigz' | 'lbzip2' | 'xz' | 'zstd';
  readonly args: readonly string[];
  readonly levels: Readonly<Record<Level, readonly string[]>>;
}

/**
 * Programs for one stream. Measured on a tar of 200 MB (processor seconds, output MB): pigz 4.1, 82.6; 7-Zip's gzip at its fast level 2.5,
 * 84.0, at its default 12.1, 81.1, and only on one core; lbzip2 7.3, 79.6; 7-Zip's bzip2 11.6, 79.9. All write the same bytes for any
 * number of processors. `-n`, `-m`: no name and time in the header. lbzip2 has no level smaller than its default. xz at its highest takes
 * 370 MB of memory per thread, so it gets one thread.
 */
const COMPRESSORS: Readonly<Record<StreamFormat, Compressor>> = {
  gz: { program: 'pigz', args: ['-n', '-m'], levels: { low: ['-1'], medium: [], high: ['-9'] } },
  bz2: { program: 'lbzip2', args: [], levels: { low: [], medium: [], high: [] } },
  xz: { program: 'xz', args: ['-z', '-q'], levels: { low: ['-1', '-T2'], medium: ['-6', '-T2'], high: ['-8', '-T1'] } },
  zst: { program: 'zstd', args: ['-q', '-T2'], levels: { low: ['-1'], medium: ['-3'], high: ['-19'] } },
};

/** Returns a program that compresses its standard input into the file `packed`. */
export async function streamCompressor(format: StreamFormat, level: Level, packed: string): Promise<ProgramCall> {
  const { program, args, levels } = COMPRESSORS[format];
  return { ...(await findProgram(program)), args: [...args, ...levels[level], '-c'], stdoutFile: packed };
}

/** Returns a program that compresses the files `names` of its working folder, each into a file next to it. */
export async function fileCompressor(
  format: StreamFormat,
  level: Level,
  names: readonly string[],
): Promise<ProgramCall> {
  const { program, args, levels } = COMPRESSORS[format];
  // --force: also compresses our links to inputs.
  return { ...(await findProgram(program)), args: [...args, ...levels[level], '--keep', '--force', '--', ...names] };
}
