import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import { type Budget, runWithin } from './budget.ts';
import { findProgram } from './programs.ts';
import { ENVIRONMENT } from './sevenzip.ts';

/**
 * Converts the archive to a tar in the work folder with libarchive: with its links, which 7-Zip lists for a tar, and with sparse files in
 * full. Unicode names become UTF-8; others keep their bytes. Throws `input_bomb`, and what running a program throws.
 * @returns its path; null if libarchive cannot read the whole archive
 */
export async function asTar(archive: string, budget: Budget, context: WorkContext): Promise<string | null> {
  const tar = join(context.workFolder, 'archive.tar');
  const { exitCode } = await runWithin(
    budget,
    {
      ...(await findProgram('bsdtar')),
      args: ['-cf', tar, '--format=gnutar', `@${archive}`],
      env: { ...ENVIRONMENT, LC_ALL: 'C.UTF-8' },
      acceptExitCodes: 'any',
    },
    context,
  );
  return exitCode === 0 ? tar : null;
}
