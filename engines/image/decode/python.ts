import { fileURLToPath } from 'node:url';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { DECODER_LIMITS, type Unpacking } from './decoder.ts';

/** Python of the system, for scripts that need no packages. */
export const PYTHON: ProgramPlaces = { name: 'Python', candidates: ['/usr/bin/python3'], package: 'python3' };

/** Python of the system with Pillow. */
export const PILLOW: ProgramPlaces = { name: 'Pillow', candidates: ['/usr/bin/python3'], package: 'python3-pil' };

/**
 * Runs a script of this folder in the folder of a decoder, whatever its exit code. It can use only the system's own modules, and writes no
 * __pycache__. Throws `program_missing`, and what running a program throws.
 */
export async function runScript(
  program: ProgramPlaces,
  script: string,
  args: readonly string[],
  { context, folder }: Unpacking,
) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return context.run({
    name: program.name,
    path: await findProgram(program),
    args: ['-I', '-B', path, ...args],
    cwd: folder,
    readable: [path],
    limits: DECODER_LIMITS,
    acceptExitCodes: 'any',
  });
}
