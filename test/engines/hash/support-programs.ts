import { spawnSync } from 'node:child_process';

/** Whether a program can be started. */
export function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Returns a program's standard output without the last newline. Throws if the program fails. */
export function output(program: string, args: readonly string[], input: string | Uint8Array = ''): string {
  const result = spawnSync(program, [...args], { input, maxBuffer: 64 * 1024 ** 2 });
  if (result.status !== 0) throw new Error(`${program} failed: ${result.stderr?.toString() ?? result.error?.message}`);
  return result.stdout.toString().replace(/\n$/, '');
}
