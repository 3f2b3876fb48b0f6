import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CONVERTD } from '../../cli/support.ts';
import { waitFor } from '../../worker/support.ts';

const module = (name: string) => `--import=${fileURLToPath(new URL(name, import.meta.url))}`;

/** `convertd serve` as a separate process with the probe inside. */
export interface WatchedService {
  readonly url: string;
  /** Key that was printed at the first start in a folder; otherwise empty. */
  readonly key: string;
  /** Returns the processor time of the longest turn of its event loop since the first request after the last call, ms. */
  longestTurn(): Promise<number>;
  stop(): Promise<void>;
}

/** @param folder folder of its data, which is created if missing */
export async function startWatched(folder: string, env: Record<string, string>): Promise<WatchedService> {
  const child = spawn(CONVERTD, ['serve'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      TMPDIR: folder,
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `${module('probe.ts')} ${module('busy.ts')} --disable-warning=ExperimentalWarning`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const ended = once(child, 'exit');
  const url = await waitFor(() => {
    if (child.exitCode !== null) throw new Error(`the service has ended: ${text}`);
    return /^convertd serves (\S+)\n/m.exec(text)?.[1];
  }, 'the address of the service');
  return {
    url,
    key: /shown this once: (\S+)/.exec(text)?.[1] ?? '',
    longestTurn: async () => {
      const answered = once(child, 'message');
      child.send('longest');
      const [{ milliseconds }] = (await answered) as [{ readonly milliseconds: number }];
      return milliseconds;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Removes the data of services. */
export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
