import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand, type PoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import type { ProgramLimits } from '../../../src/process/program-call.ts';
import { findProgram } from '../../../src/process/programs.ts';
import { CHROMIUM } from './programs.ts';

/**
 * A browser serves one job and is then killed, so that no page sees traces of another, and a page that takes all memory does not affect
 * other jobs. After the first job the next browser is started in advance. There are two kinds: without network, and with one port, that of
 * the proxy.
 */
const pools = new Map<number | null, Promise<PoolOnDemand>>();

/** Limits of Chromium and its driver; a page with many pictures takes 500 MiB. Threads count as processes, and a page has some 60. */
const LIMITS = { memoryBytes: 2 * 1024 ** 3, fileBytes: 1024 ** 3, processes: 512 };

/** Parked browsers: each takes 200 MiB with its driver. */
const SIZE = 1;

/** A start takes less than a second on an idle machine. */
const START_TIMEOUT_MS = 60_000;

/** Returns the browsers without network (null), or with access to the proxy at this port. Throws ConversionError `program_missing`. */
export function browserPool(proxyPort: number | null): Promise<PoolOnDemand> {
  const known = pools.get(proxyPort);
  if (known !== undefined) return known;
  const made = browserCommand(proxyPort).then((each) =>
    createPoolOnDemand({
      name: CHROMIUM.name,
      command: each,
      size: SIZE,
      maxJobs: 1,
      startTimeoutMs: START_TIMEOUT_MS,
    }),
  );
  pools.set(proxyPort, made);
  made.catch(() => pools.delete(proxyPort));
  return made;
}

/** Returns the command that starts a browser and its driver. Throws ConversionError `program_missing`. */
export async function browserCommand(
  proxyPort: number | null,
  limits: Partial<ProgramLimits> = LIMITS,
): Promise<PoolCommand> {
  const path = await findProgram(CHROMIUM);
  const network = proxyPort === null ? { calls: 'book' as const } : { calls: 'web' as const, port: proxyPort };
  return {
    path: process.execPath,
    args: [
      installed('tools/programs/chromium/worker-process.ts'),
      path,
      ...(proxyPort === null ? [] : [String(proxyPort)]),
    ],
    readable: [...INSTALLATION, path],
    allow: ['proc-list'],
    limits,
    ...network,
  };
}

/** Ends parked and working browsers. */
export async function closeBrowserPools(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(
    open.map((pool) =>
      pool.then(
        (each) => each.close(),
        () => {},
      ),
    ),
  );
}
