import type { ProgramDescription } from '../../src/process/programs.ts';
import { describeFfmpegProgram } from '../../tools/ffmpeg/installed.ts';
import { catalog } from './catalog.ts';

const TARGETS = Object.keys(catalog.targets).map((target) => `video/${target}`);

/** ffmpeg and ffprobe. */
export const describePrograms = (): Promise<ProgramDescription[]> =>
  Promise.all((['ffmpeg', 'ffprobe'] as const).map((name) => describeFfmpegProgram(name, 'required', TARGETS)));
