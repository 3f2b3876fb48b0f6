import { fileURLToPath } from 'node:url';
import type { ProgramCall, ProgramLimits, ProgramResult } from '../../../src/process/program-call.ts';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';

/** ImageMagick 6 of Debian 12, or 7 of Debian 13: both support the commands used here. */
export const MAGICK: ProgramPlaces = {
  name: 'ImageMagick',
  candidates: ['/usr/bin/convert-im6.q16', '/usr/bin/magick', '/usr/bin/convert-im7.q16'],
  package: 'imagemagick',
};

/** Folder of policy.xml, which forbids everything except reading and writing the listed formats. */
const POLICY = fileURLToPath(new URL('policy', import.meta.url));

const GiB = 1024 ** 3;

const LIMITS: Partial<ProgramLimits> = { memoryBytes: 3 * GiB, fileBytes: 4 * GiB, cpuSeconds: 300, processes: 64 };

export type MagickCall = Pick<ProgramCall, 'args'> & Partial<Pick<ProgramCall, 'cwd' | 'limits' | 'acceptExitCodes'>>;

/**
 * Runs ImageMagick, sandboxed and under the policy of this folder. Every file in `args` has its format before it (`psd:/path`), so that its
 * content cannot select another. Throws ConversionError `program_missing`, and as `context.run` does.
 * @param program path of another program of ImageMagick than the converter
 */
export async function runMagick(call: MagickCall, context: WorkContext, program?: string): Promise<ProgramResult> {
  return context.run({
    name: MAGICK.name,
    path: program ?? (await findProgram(MAGICK)),
    env: { MAGICK_CONFIGURE_PATH: POLICY, MAGICK_THREAD_LIMIT: '1' },
    readable: [POLICY],
    ...call,
    limits: { ...LIMITS, ...call.limits },
  });
}
