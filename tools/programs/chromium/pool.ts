import { availableParallelism } from 'node:os';
import { createPoolOnDemand, type PoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import type { ProgramLimits } from '../../../src/process/program-call.ts';
import { findProgram } from '../../../src/process/programs.ts';
import { browserArguments } from './browser.ts';
import { driveBrowser } from './driver.ts';
import { CHROMIUM } from './programs.ts';
import { reuseOf } from './reuse.ts';

/**
 * Browsers, of two kinds: without network, and with one port, that of the proxy. By default a browser serves one job and is then killed, so
 * that no page sees traces of another, and a page that takes all memory does not affect other jobs; the next browser is started in advance.
 * If keys keep their browsers (reuse.ts), a browser serves further jobs of the same key, each in a context of its own.
 */
const pools = new Map<number | null, Promise<PoolOnDemand>>();

/** Limits of Chromium; a page with many pictures takes 500 MiB. Threads count as processes, and a page has some 60. */
const LIMITS = { memoryBytes: 2 * 1024 ** 3, fileBytes: 1024 ** 3, processes: 512 };

/** A browser that is kept is replaced after so many pages. */
const MAX_JOBS = 200;

/** A start takes less than a second on an idle machine. */
const START_TIMEOUT_MS = 60_000;

/** Returns the browsers without network (null), or with access to the proxy at this port. Throws ConversionError `program_missing`. */
export function browserPool(proxyPort: number | null): Promise<PoolOnDemand> {
  const known = pools.get(proxyPort);
  if (known !== undefined) return known;
  const made = createPool(proxyPort);
  pools.set(proxyPort, made);
  made.catch(() => pools.delete(proxyPort));
  return made;
}

async function createPool(proxyPort: number | null): Promise<PoolOnDemand> {
  const { isFor, idleMs, isOn } = reuseOf();
  return createPoolOnDemand({
    name: CHROMIUM.name,
    command: await browserCommand(proxyPort),
    // Of browsers that serve one job, only the next one is kept: it takes 130 MiB.
    size: isOn ? availableParallelism() : 1,
    maxJobs: MAX_JOBS,
    reuses: isFor,
    maxIdleMs: idleMs,
    startTimeoutMs: START_TIMEOUT_MS,
  });
}

/** Returns the command that starts a browser, with its driver. Throws ConversionError `program_missing`. */
export async function browserCommand(
  proxyPort: number | null,
  limits: Partial<ProgramLimits> = LIMITS,
): Promise<PoolCommand> {
  const path = await findProgram(CHROMIUM);
  const network = proxyPort === null ? { calls: 'book' as const } : { calls: 'web' as const, port: proxyPort };
  return {
    path: '/bin/sh',
    args: browserArguments(path, proxyPort),
    readable: [path],
    allow: ['proc-list'],
    limits,
    driver: driveBrowser(proxyPort),
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
