import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./swap.py', import.meta.url));

/**
 * A local user who exchanges the first path of each pair for the second, and back, until it is ended, or the test is.
 * @param user who it is; default: whoever runs the tests
 * @returns what ends it
 */
export async function startSwapping(
  pairs: readonly (readonly [string, string])[],
  user: number | null = null,
): Promise<() => Promise<void>> {
  // Its input: the other user may not be able to read the checkout.
  const attacker = execa('python3', ['-I', '-', ...pairs.flat()], {
    input: await readFile(PROGRAM),
    reject: false,
    buffer: false,
    ...(user !== null && { uid: user, gid: user }),
  });
  const end = async (): Promise<void> => {
    attacker.kill('SIGKILL');
    await attacker;
  };
  onTestFinished(end);
  await new Promise((resolve, reject) => {
    attacker.stdout?.once('data', resolve);
    void attacker.then(() => reject(new Error('the attacker has ended')));
  });
  return end;
}
