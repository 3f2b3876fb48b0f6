import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython } from '../../../src/process/python.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { asTar } from './as-tar.ts';
import { type Budget, runWithin } from './budget.ts';
import { unpackingError } from './failures.ts';
import type { Listing } from './list.ts';

const SCRIPT = fileURLToPath(new URL('./expand_sparse.py', import.meta.url));
/** Exit code of the script for an unknown map. */
const UNKNOWN_MAP = 3;

/** Whether a tar may have files that 7-Zip would unpack wrongly, because it cannot read all of their headers. */
export function mayBeSparse({ type, entries }: Listing): boolean {
  return type === 'tar' && entries.some((entry) => entry.unreadHeaders);
}

/**
 * Rewrites the tar with every file in full. Throws `input_wrong_type` for sparse files that cannot be expanded, `input_damaged`,
 * `input_bomb`.
 * @returns the path of the new tar
 */
export async function expandSparse(path: string, budget: Budget, context: WorkContext): Promise<string> {
  const expanded = join(context.workFolder, 'expanded.tar');
  const { exitCode, stderr } = await runWithin(
    budget,
    {
      name: 'python3',
      path: findPython(),
      args: ['-I', '-S', SCRIPT, path, expanded],
      readable: [SCRIPT],
      acceptExitCodes: 'any',
    },
    context,
  );
  if (exitCode === 0) return expanded;
  const tar = await asTar(path, budget, context);
  if (tar !== null) return tar;
  if (exitCode === UNKNOWN_MAP) {
    throw new ConversionError('input_wrong_type', 'The tar has sparse files in a format that cannot be read here.');
  }
  throw unpackingError({ program: 'python3', exitCode, said: stderr, passwordGiven: false });
}
