import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Checks } from './checks.ts';
import { watchChecks } from './checks-watch.ts';
import { headersFor } from './headers-for.ts';
import { evaluateBeside } from './isolated-world.ts';
import { LOGIN_URL, OUTPUT_NAMES, type PageJob, SITE_ORIGIN, type TakenPage } from './job.ts';
import type { Lifecycle } from './lifecycle.ts';
import { navigate, waitForPage } from './navigate.ts';
import { shoot } from './picture.ts';
import { print } from './print.ts';
import { Requests } from './requests.ts';
import { saveSite } from './site/save-site.ts';
import { type PageWatch, watchPage } from './stillness/still.ts';
import { addressOf, type Tab } from './tab.ts';
import { keepWebGl, metricsOf, setView } from './view.ts';

/** Environment of a job. */
export interface JobSurroundings {
  /** Folder of its output. */
  readonly folder: string;
  readonly proxyPort: number | null;
}

/** Opens the page of a job in a tab of its own and writes the requested output. Throws NoPageError. */
export async function takePage(tab: Tab, job: PageJob, surroundings: JobSurroundings): Promise<TakenPage> {
  const { session } = tab;
  const url = 'url' in job.source ? job.source.url : `${SITE_ORIGIN}/${job.source.start}`;
  const checks = new Checks(job.checks);
  const [requests] = await Promise.all([
    Requests.intercept(tab, job, url),
    setView(tab, job.view, url),
    job.output.kind === 'pdf' && job.view.javascript && keepWebGl(tab),
  ]);
  if ('files' in job.source && job.network.proxy !== null) await session.send('Page.navigate', { url: LOGIN_URL });
  const watched = watchPage(tab);
  await watchChecks(tab, checks);
  const loaded = await navigate(tab, url, job);
  const unfinished = await waitForPage(tab, watched, job.wait, loaded);
  checks.require();
  const written = await write({ tab, watched, lifecycle: loaded.lifecycle }, job, surroundings);
  const title = await evaluateBeside<string>(tab, { expression: 'String(document.title)' }).catch(() => '');
  const { refused, absent } = requests.missing;
  return {
    url: await addressOf(tab),
    title,
    unfinished,
    refusedHosts: [...refused],
    absentFiles: [...absent],
    ...written,
  };
}

/** What the output lacks. */
type Written = Pick<TakenPage, 'cutFrom' | 'missing'>;

interface Taken {
  readonly tab: Tab;
  readonly watched: PageWatch;
  readonly lifecycle: Lifecycle;
}

/** How long a page may move after its window has changed, milliseconds. */
const SETTLE_MS = 5000;

async function write(
  { tab, watched, lifecycle }: Taken,
  job: PageJob,
  { folder, proxyPort }: JobSurroundings,
): Promise<Written> {
  const { output, view } = job;
  switch (output.kind) {
    case 'pdf': {
      const widen = async (width: number) => {
        await tab.session.send('Emulation.setDeviceMetricsOverride', metricsOf({ ...view, width }));
        await watched.untilStill(lifecycle, performance.now() + SETTLE_MS);
        return view.height;
      };
      await print(tab, output, join(folder, OUTPUT_NAMES.pdf), widen);
      return { cutFrom: null, missing: 0 };
    }
    case 'site': {
      const into = join(folder, OUTPUT_NAMES.site);
      await mkdir(into);
      return { cutFrom: null, missing: await saveSite(tab, into, askerOf(job, proxyPort)) };
    }
    case 'png': {
      const { scaleFactor } = view;
      const path = join(folder, OUTPUT_NAMES.png);
      return { cutFrom: await shoot(tab, output, { scaleFactor, path }), missing: 0 };
    }
    case 'text': {
      const expression = `document.querySelector(${JSON.stringify(output.selector)}).textContent`;
      const text = await evaluateBeside<string>(tab, { expression });
      await writeFile(join(folder, OUTPUT_NAMES.text), text, { flag: 'wx' });
      return { cutFrom: null, missing: 0 };
    }
  }
}

/** Returns the identity for requesting a web page's files. */
function askerOf({ source, network: { proxy }, view }: PageJob, port: number | null) {
  if (proxy === null || port === null || !('url' in source)) return null;
  const headers = headersFor(view.headers, source.url);
  return {
    proxy: { ...proxy, port },
    headers: (address: string) => headers.of(address),
    ...(view.userAgent !== null && { userAgent: view.userAgent }),
  };
}
