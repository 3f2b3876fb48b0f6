import { readFileSync } from 'node:fs';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { LATE, within } from '../deadline.ts';
import type { MediaFeature, PageJob } from '../job.ts';
import { RequestsUnderWay } from './requests-under-way.ts';

/** Defines `untilStill` in an isolated world of the page. */
const WATCH = readFileSync(new URL('watch.js', import.meta.url), 'utf8');

/**
 * How long a page may move without open requests: an animation that lasts longer is treated as endless. Both limits must be reached: a busy
 * machine paints fewer frames in the time, and most charts grow by time.
 */
const MOTION = { frames: 300, milliseconds: 5000 };

/** Result of watching documents; null if one was replaced. */
type Seen = { readonly still: boolean; readonly frames: number } | null;

/** Why a page is not ready: open requests, or constant changes. */
export type Restless = 'network' | 'motion';

/** Watches a page from before it is opened. */
export interface PageWatch {
  /**
   * Resolves when the page is ready: it has loaded, with its fonts; no request is open; and two frames have been painted without a change.
   * Finite animations of style sheets and of element.animate() are skipped to their end; infinite ones and timers are not waited for.
   * @param endsAt deadline from performance.now()
   * @param openRequests how many requests may be open
   * @returns why it is not ready; null if it is
   */
  untilStill(endsAt: number, openRequests?: number): Promise<Restless | null>;
}

/** Begins to watch a page that has not been opened yet. */
export async function watchPage(page: Page, view: PageView): Promise<PageWatch> {
  const requests = new RequestsUnderWay(page);
  const watching = await beginWatching(page, requests, view);
  return { untilStill: (endsAt, openRequests = 0) => untilStill(watching, endsAt, openRequests) };
}

type FrameTree = Awaited<ReturnType<typeof pageFrames>>;
const pageFrames = async (session: CDPSession) => (await session.send('Page.getFrameTree')).frameTree;

/** Media features that the page sees. */
type PageView = Pick<PageJob['view'], 'media' | 'dark' | 'mediaFeatures'>;

interface Watching {
  readonly page: Page;
  readonly requests: RequestsUnderWay;
  readonly main: Watched;
}

/** A page, or a frame in another process, with all frames in the same process. */
interface Watched {
  readonly session: CDPSession;
  readonly frameId: string;
}

async function beginWatching(page: Page, requests: RequestsUnderWay, view: PageView): Promise<Watching> {
  const session = await page.context().newCDPSession(page);
  // When a page is opened, the setting of the last session counts.
  await session.send('Emulation.setEmulatedMedia', { media: view.media, features: featuresOf(view) });
  const [main] = await Promise.all([watchedOf(session), requests.include(session)]);
  return { page, requests, main };
}

const COLOR_SCHEME = 'prefers-color-scheme';

function featuresOf({ dark, mediaFeatures }: PageView): MediaFeature[] {
  const scheme = { name: COLOR_SCHEME, value: dark ? 'dark' : 'light' };
  return mediaFeatures.some(({ name }) => name === COLOR_SCHEME) ? [...mediaFeatures] : [scheme, ...mediaFeatures];
}

async function watchedOf(session: CDPSession): Promise<Watched> {
  return { session, frameId: (await pageFrames(session)).frame.id };
}

async function untilStill(watching: Watching, endsAt: number, openRequests: number): Promise<Restless | null> {
  const { page, requests } = watching;
  const budget = { ...MOTION };
  for (;;) {
    const isLoaded = page.waitForLoadState('load', { timeout: 0 }).then(() => requests.atMost(openRequests));
    if ((await within(isLoaded, endsAt)) === LATE) return 'network';
    const started = performance.now();
    const seen = await within(look(watching, budget), endsAt);
    if (seen === LATE || seen?.still === false) return 'motion';
    if (seen !== null && requests.count <= openRequests) return null;
    budget.frames -= seen?.frames ?? 0;
    budget.milliseconds -= performance.now() - started;
  }
}

/** Watches the page and its frames: the page last, because its own frames show what those of other processes have drawn. */
async function look({ page, main }: Watching, budget: typeof MOTION): Promise<Seen> {
  const others = page.frames().filter((frame) => frame !== page.mainFrame());
  const { session } = main;
  const inFrames = await Promise.all([
    ...others.map((frame) => lookAtFrame(frame, budget)),
    ...(await foreignFrames(session)).map((frameId) => lookAt({ session, frameId }, budget)),
  ]);
  const all = [...inFrames, await lookAt(main, budget)];
  const seen = all.filter((each) => each !== null);
  if (seen.length < all.length) return null;
  return { still: seen.every(({ still }) => still), frames: Math.max(...seen.map(({ frames }) => frames)) };
}

/** Most frames of a page that are waited for. */
const MOST_FRAMES = 50;

/** Returns ids of frames in the page's process with documents of other origins, which the page cannot access. */
async function foreignFrames(session: CDPSession): Promise<string[]> {
  const page = await pageFrames(session);
  const framesOf = (tree: FrameTree): FrameTree['frame'][] => [
    tree.frame,
    ...(tree.childFrames ?? []).flatMap(framesOf),
  ];
  return framesOf(page)
    .filter(({ securityOrigin }) => securityOrigin !== page.frame.securityOrigin)
    .slice(0, MOST_FRAMES)
    .map(({ id }) => id);
}

const STILL: Seen = { still: true, frames: 0 };

/** A frame in the page's own process is watched with the page; an invisible one is not drawn. */
async function lookAtFrame(frame: Frame, budget: typeof MOTION): Promise<Seen> {
  const context = frame.page().context();
  const session = await context.newCDPSession(frame).catch(() => null);
  if (session === null) return STILL;
  try {
    const element = await frame.frameElement();
    return (await element.isVisible()) ? await lookAt(await watchedOf(session), budget) : STILL;
  } catch (error) {
    if (frame.isDetached()) return STILL;
    throw error;
  } finally {
    await session.detach().catch(() => {});
  }
}

/** Messages of the protocol if a document was replaced while it was watched. */
const REPLACED = /context|navigated|promise was collected|No frame|detached/i;

async function lookAt({ session, frameId }: Watched, budget: typeof MOTION): Promise<Seen> {
  try {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId });
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression: `${WATCH}; untilStill(${JSON.stringify(budget)})`,
      awaitPromise: true,
      returnByValue: true,
    });
    // A page that cannot be watched is not known to be still.
    return exceptionDetails === undefined ? (result.value as Seen) : { still: false, frames: 0 };
  } catch (error) {
    if (error instanceof Error && REPLACED.test(error.message)) return null;
    throw error;
  }
}
