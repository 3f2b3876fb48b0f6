import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./swap.py', import.meta.url));

/**
 * Acts as a local user who swaps the two paths of each pair, again and again, until it or the test is ended.
 * @param user the local user; default: the user who runs the tests
 * @returns function that ends it
 */
export async function startSwapping(
  pairs: readonly (readonly [string, string])[],
  user: number | null = null,
): Promise<() => Promise<void>> {
  // On standard input, because the other user may not be able to read the checkout.
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
