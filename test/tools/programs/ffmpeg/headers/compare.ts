import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type FfprobeReport, readFacts } from '../../../../../tools/programs/ffmpeg/probe/ffprobe-report.ts';
import { readHeaders } from '../../../../../tools/programs/ffmpeg/probe/headers/read-headers.ts';
import { inputArguments } from '../../../../../tools/programs/ffmpeg/probe/input-safety.ts';
import type { SourceFacts } from '../../../../../tools/programs/ffmpeg/probe/source.ts';
import { findProgram } from '../../../../../tools/programs/ffmpeg/programs.ts';

const run = promisify(execFile);
const ffprobe = (await findProgram('ffprobe'))?.path ?? 'ffprobe';

/** Returns the facts about a file from the reader of headers and from the installed ffprobe, called like in the engine. */
export async function bothFacts(path: string): Promise<{ read: SourceFacts | null; probed: SourceFacts | null }> {
  const read = await readHeaders(path);
  return { read, probed: read === null ? null : await probe(path) };
}

async function probe(path: string): Promise<SourceFacts | null> {
  const show = ['-v', 'warning', '-show_format', '-show_streams', '-show_chapters', '-print_format', 'json'];
  try {
    const { stdout, stderr } = await run(ffprobe, [...show, ...inputArguments(path)], { maxBuffer: 1 << 26 });
    return readFacts(JSON.parse(stdout) as FfprobeReport, stderr);
  } catch {
    return null;
  }
}
