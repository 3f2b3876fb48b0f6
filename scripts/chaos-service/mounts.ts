import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';

/** Set in a process with private mounts. */
const MARK = 'CHAOS_OWN_MOUNTS';

/** Whether this process may mount, after `enterOwnMounts`. */
export const canMount = (): boolean => process.env[MARK] === '1';

const UNSHARE = '/usr/bin/unshare';

/**
 * Restarts this process with private mounts that end with it. Does nothing if that has already happened, or is not allowed: only root may,
 * and not in every container.
 */
export function enterOwnMounts(): void {
  const options = ['--mount', '--propagation', 'private', '--'];
  if (canMount() || spawnSync(UNSHARE, [...options, 'true']).status !== 0) return;
  const program = [process.execPath, '--disable-warning=ExperimentalWarning', ...process.argv.slice(1)];
  process.execve?.(UNSHARE, [UNSHARE, ...options, ...program], { ...process.env, [MARK]: '1' });
}

/** A separate file system that can be made full and read-only. */
export interface SmallDisk {
  /** Prevents or allows writing more data. Throws if that is not possible. */
  setFull(isFull: boolean): Promise<void>;
  setReadOnly(isReadOnly: boolean): Promise<void>;
  unmount(): Promise<void>;
}

/** Creates the folder and mounts a file system in memory on it. */
export async function mountDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true });
  await mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  const remount = (options: string) => mount('-o', `remount,${options}`, folder);
  return {
    setFull: async (isFull) => {
      if (!isFull) return remount(`size=${megabytes}m`);
      // A size below the current use is refused, and the use grows meanwhile.
      await untilDone(async () => {
        const { stdout } = await execa('df', ['--output=used', '-k', folder]);
        await remount(`size=${stdout.split('\n')[1]?.trim()}k`);
      });
    },
    // It is refused while a file is open for writing.
    setReadOnly: (isReadOnly) => untilDone(() => remount(isReadOnly ? 'ro' : 'rw')),
    unmount: async () => void (await execa('umount', ['--lazy', folder], { stdin: 'ignore' })),
  };
}

const mount = async (...args: string[]): Promise<void> => void (await execa('mount', args, { stdin: 'ignore' }));

async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 200) throw error;
      await setTimeout(25);
    }
  }
}
