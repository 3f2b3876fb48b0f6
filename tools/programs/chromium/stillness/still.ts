import { readFileSync } from 'node:fs';
import { LATE, within } from '../deadline.ts';
import type { Session } from '../devtools/connection.ts';
import type { Frame, FrameTree } from '../devtools/protocol.ts';
import { isReplaced } from '../isolated-world.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Tab } from '../tab.ts';
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
   * @param lifecycle of the page
   * @param endsAt deadline from performance.now()
   * @param openRequests how many requests may be open
   * @returns why it is not ready; null if it is
   */
  untilStill(lifecycle: Lifecycle, endsAt: number, openRequests?: number): Promise<Restless | null>;
}

/** Begins to watch a page that has not been opened yet. */
export function watchPage(tab: Tab): PageWatch {
  const requests = new RequestsUnderWay(tab);
  tab.watchWorkers({
    begin: (worker) => requests.include(worker),
    end: (worker) => requests.exclude(worker),
  });
  return {
    untilStill: (lifecycle, endsAt, openRequests = 0) => untilStill({ tab, requests, lifecycle, openRequests }, endsAt),
  };
}

interface Watching {
  readonly tab: Tab;
  readonly requests: RequestsUnderWay;
  readonly lifecycle: Lifecycle;
  readonly openRequests: number;
}

async function untilStill(watching: Watching, endsAt: number): Promise<Restless | null> {
  const { tab, requests, lifecycle, openRequests } = watching;
  const budget = { ...MOTION };
  for (;;) {
    const isLoaded = lifecycle.reach('load').then(() => requests.atMost(openRequests));
    if ((await within(isLoaded, endsAt)) === LATE) return 'network';
    const started = performance.now();
    const seen = await within(look(tab, budget), endsAt);
    if (seen === LATE || seen?.still === false) return 'motion';
    if (seen !== null && requests.count <= openRequests) return null;
    budget.frames -= seen?.frames ?? 0;
    budget.milliseconds -= performance.now() - started;
  }
}

/** Watches the page and its frames: the page last, because its own frames show what those of other origins have drawn. */
async function look({ session, frameId }: Tab, budget: typeof MOTION): Promise<Seen> {
  const others = await foreignFrames(session);
  const inFrames = await Promise.all(others.map((id) => lookAt(session, id, budget)));
  const all = [...inFrames, await lookAt(session, frameId, budget)];
  const seen = all.filter((each) => each !== null);
  if (seen.length < all.length) return null;
  return { still: seen.every(({ still }) => still), frames: Math.max(...seen.map(({ frames }) => frames)) };
}

/** Most frames of a page that are waited for. */
const MOST_FRAMES = 50;

/** Returns ids of frames with documents of other origins, which the page cannot access. */
async function foreignFrames(session: Session): Promise<string[]> {
  const { frameTree: page } = await session.send('Page.getFrameTree');
  const framesOf = (tree: FrameTree): Frame[] => [tree.frame, ...(tree.childFrames ?? []).flatMap(framesOf)];
  return framesOf(page)
    .filter(({ securityOrigin }) => securityOrigin !== page.frame.securityOrigin)
    .slice(0, MOST_FRAMES)
    .map(({ id }) => id);
}

/** Looks in a new world each time, because the code of the watch is for one look. */
async function lookAt(session: Session, frameId: string, budget: typeof MOTION): Promise<Seen> {
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
    if (isReplaced(error)) return null;
    throw error;
  }
}
