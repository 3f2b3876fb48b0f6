import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createAddressGuard } from '../../../src/files/fetch/address-guard.ts';
import type { Resolver } from '../../../src/files/fetch/guarded-connector.ts';
import { currentOwner } from '../../../src/process/owner.ts';
import type { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { DrivenJob } from './driver.ts';
import { EgressProxy } from './egress/proxy.ts';
import type { EgressLimits, EgressSession } from './egress/session.ts';
import { OUTPUT_NAMES, type PageAnswer, type PageJob, type TakenPage } from './job.ts';
import { failureOf } from './outcome.ts';
import type { PageRequest, Subject } from './page-request.ts';
import { browserPool, closeBrowserPools } from './pool.ts';
import { reuseOf } from './reuse.ts';
import { warnOfPage } from './warnings.ts';

export interface Rendered extends TakenPage {
  /** Path of the file, or of a site's folder. */
  readonly path: string;
}

/** Overrides for tests: limits of a task, and the name lookup. */
export interface EgressOptions {
  readonly limits?: Partial<EgressLimits>;
  readonly resolve?: Resolver;
}

/** Time for layout and drawing besides the requested waits, milliseconds. */
const DRAWING_MS = 60_000;

/**
 * Opens a page in a sandboxed browser that only this task uses, and writes it into a new folder of the task. Warns about refused requests
 * and unfinished waits. Throws ConversionError, which names options as in options/page.ts of src/catalog.
 */
export async function renderPage(
  request: PageRequest,
  context: WorkContext,
  egress: EgressOptions = {},
): Promise<Rendered> {
  const { subject } = request;
  const folder = await mkdtemp(join(context.workFolder, 'page-'));
  const isOnline = 'url' in subject || subject.network;
  const proxy = isOnline ? await sharedProxy() : null;
  const pool = await browserPool(proxy?.port ?? null);
  const session = proxy?.openSession({ guard: createAddressGuard(context.allowedAddresses), ...egress }) ?? null;
  try {
    const { view, wait, checks, output } = request;
    const network = { proxy: session?.access ?? null };
    const job = { source: sourceOf(subject), network, view, wait, checks, output } satisfies PageJob;
    const answer = await pool.request<PageAnswer>(
      { ...job, into: folder, keepsBrowser: reuseOf().isFor(currentOwner()) } satisfies DrivenJob,
      { signal: context.signal, timeoutMs: wait.loadMs + wait.delayMs + DRAWING_MS },
    );
    if ('failure' in answer) throw pageError(answer.failure, request, session);
    warnOfPage(answer.taken, request, session, context);
    return { ...answer.taken, path: join(folder, OUTPUT_NAMES[request.output.kind]) };
  } finally {
    if (session !== null) await proxy?.endSession(session);
  }
}

function pageError(
  failure: Extract<PageAnswer, { failure: unknown }>['failure'],
  { wait }: PageRequest,
  session: EgressSession | null,
): ConversionError {
  return failureOf(failure, wait, (host) => session?.failureOf(host));
}

function sourceOf(subject: Subject): PageJob['source'] {
  if ('url' in subject) return { url: subject.url };
  return { files: Object.fromEntries(subject.files), start: subject.start };
}

let shared: Promise<EgressProxy> | undefined;

/** One proxy for all tasks, because a parked browser knows its port before its task arrives. */
function sharedProxy(): Promise<EgressProxy> {
  if (shared !== undefined) return shared;
  const starting = EgressProxy.start();
  shared = starting;
  starting.catch(() => {
    shared = undefined;
  });
  return starting;
}

/** Ends browsers and proxy. The next page starts them again. */
export async function closeChromium(): Promise<void> {
  const open = shared;
  shared = undefined;
  await closeBrowserPools();
  await open?.then(
    (proxy) => proxy.close(),
    () => {},
  );
}
