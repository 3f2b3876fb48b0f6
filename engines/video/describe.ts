import type { ProgramDescription } from '../../src/process/programs.ts';
import { describeFfmpegProgram, type FfmpegDescription } from '../../tools/programs/ffmpeg/installed.ts';
import { findProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { catalog } from './catalog.ts';
import { describeHardware } from './hardware/describe-hardware.ts';

const TARGETS = Object.keys(catalog.targets).map((target) => `video/${target}`);

/** Describes ffmpeg with the hardware that it could encode with, ffprobe, and the hardware that the operator chose. */
export async function describePrograms(): Promise<ProgramDescription[]> {
  const [ffmpeg, ffprobe, found] = await Promise.all([
    describeFfmpegProgram('ffmpeg', 'required', TARGETS),
    describeFfmpegProgram('ffprobe', 'required', TARGETS),
    findProgram('ffmpeg'),
  ]);
  if (found === null) return [ffmpeg, ffprobe];
  const { notes, chosen } = await describeHardware(found);
  const noted: FfmpegDescription = { ...ffmpeg, notes };
  return [noted, ffprobe, ...(chosen === null ? [] : [chosen])];
}
