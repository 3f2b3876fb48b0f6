import { constants } from 'node:fs';
import { mkdtemp, open, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { removeTree } from '../../../src/process/folders/remove-tree.ts';
import type { ProgramCall } from '../../../src/process/program-call.ts';
import { findProgram, locateProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { findPython } from '../../../src/process/python.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { inputName, type OfficeJob, type OfficeResult } from './job.ts';
import { OFFICE_LIMITS } from './limits.ts';
import { needsEdits, type OfficeAnswer, readResult, writeJob } from './soffice-job.ts';
import { outcomeOf } from './soffice-outcome.ts';
import { MACRO, makeProfile } from './soffice-profile.ts';

/** Paths of LibreOffice in Debian, in other distributions, and from The Document Foundation. */
export const SOFFICE: ProgramPlaces = {
  name: 'LibreOffice',
  env: 'SOFFICE_BIN',
  candidates: [
    '/usr/lib/libreoffice/program/soffice',
    '/usr/lib64/libreoffice/program/soffice',
    '/opt/libreoffice/program/soffice',
  ],
  package: 'libreoffice-writer-nogui, libreoffice-calc-nogui, libreoffice-impress-nogui and libreoffice-math-nogui',
};

const STARTER = join(dirname(fileURLToPath(import.meta.url)), 'soffice.py');
/** Exit codes of soffice.py. */
const NOT_STARTED = 3;
const MACRO_FAILED = 4;
/** Enough for a spreadsheet with ten thousand long sheet names, or for one that hides every second of a million rows. */
const LONGEST_RESULT = 16 * 1024 ** 2;

/** Absolute path of `soffice`, links resolved; null if LibreOffice is not installed. */
export async function findSoffice(): Promise<string | null> {
  const path = await locateProgram(SOFFICE);
  return path === null ? null : realpath(path);
}

/**
 * Converts one file with its own LibreOffice, started cold and sandboxed; needs neither python3-uno nor a fork. The outputs appear in
 * `folder` (inside the work folder): one file per store, or `name-Sheet.csv` for each sheet. Throws ConversionError: `program_missing`,
 * `input_password_needed`, `input_password_wrong`, `input_wrong_type`, `input_damaged`, `conversion_failed`, and what `context.run` throws.
 */
export async function convertCold(job: OfficeJob, folder: string, context: WorkContext): Promise<OfficeResult> {
  const soffice = await realpath(await findProgram(SOFFICE));
  const session = await mkdtemp(join(context.workFolder, 'soffice-'));
  const named = join(folder, inputName(job));
  try {
    const profile = join(session, 'profile');
    const request = join(session, 'job');
    const result = join(session, 'result');
    await Promise.all([makeProfile(profile), symlink(job.input, named)]);
    const program = dirname(soffice);
    const run = async (edits: boolean): Promise<OfficeAnswer> => {
      await writeFile(request, writeJob(job, result, edits), { mode: 0o600 });
      const changed = [edits ? named : '', job.storedValues ? named : ''];
      const { exitCode, stderr } = await context.run(callOf(program, folder, profile, request, changed));
      if (exitCode === NOT_STARTED || exitCode === MACRO_FAILED) throw unusable(stderr);
      return readResult(await readTold(result));
    };
    const answer = await run(false);
    if (answer.kind === null || !needsEdits(job, answer)) return outcomeOf(answer, job.load.password !== undefined);
    // LibreOffice is started again with a writable file.
    return outcomeOf(await run(true), job.load.password !== undefined);
  } finally {
    await Promise.all([removeTree(session), rm(named, { force: true })]);
  }
}

function callOf(
  program: string,
  folder: string,
  profile: string,
  request: string,
  changed: readonly string[],
): ProgramCall {
  return {
    name: SOFFICE.name,
    path: findPython(),
    args: ['-I', '-S', STARTER, program, pathToFileURL(profile).href, MACRO, ...changed],
    cwd: folder,
    // Without the extensions of the installation: their folders are not readable, so LibreOffice would not start.
    env: { CONVERTD_JOB: pathToFileURL(request).href, DISABLE_EXTENSION_SYNCHRONIZATION: '1' },
    readable: [dirname(STARTER), dirname(program)],
    limits: OFFICE_LIMITS,
    acceptExitCodes: [0, NOT_STARTED, MACRO_FAILED],
  };
}

function unusable(log: string): ConversionError {
  return new ConversionError(
    'program_missing',
    `LibreOffice is installed, but does not start. Install it again: ${SOFFICE.package}.`,
    { details: { program: SOFFICE.name, package: SOFFICE.package }, log },
  );
}

/** The sandboxed program controls this file, so links are not followed and only as much is read as a result can have. */
async function readTold(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error) => {
    throw new ConversionError('conversion_failed', 'LibreOffice ended without a result.', { cause: error });
  });
  try {
    const { size } = await file.stat();
    if (size > LONGEST_RESULT) {
      throw new ConversionError('conversion_failed', 'LibreOffice gave a result that is too long.');
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
