/**
 * `npm run bench:chromium [-- PAGES]`: HTML to PDF, convertd against plain Chromium started and used like Gotenberg does, cold and warm:
 * the time of a page after a pause, and pages per minute one and two at a time. Then ImageMagick compares the pages of both.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { parseAllowList } from '../src/files/fetch/address-guard.ts';
import type { WorkContext } from '../src/work/context.ts';
import { COMPARE } from '../test/support/imagemagick.ts';
import { DEFAULT_CHECKS, DEFAULT_PICTURE, DEFAULT_VIEW, DEFAULT_WAIT } from '../tools/programs/chromium/defaults.ts';
import { renderPage } from '../tools/programs/chromium/render.ts';
import { type Contestant, contestants, startPlain } from './bench-chromium/contestants.ts';
import { PAGE } from './bench-chromium/page.ts';
import { atATime, median, table, timed } from './bench-worker/statistics.ts';

const pages = Number(process.argv[2] ?? 10);
/** Enough for starting a browser in advance, milliseconds. */
const PAUSE_MS = 2500;
const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
const path = join(folder, 'page.html');
await writeFile(path, PAGE);

async function print(contestant: Contestant): Promise<number> {
  const into = await mkdtemp(join(folder, 'out-'));
  const started = performance.now();
  await contestant.print(path, into);
  const took = performance.now() - started;
  await rm(into, { recursive: true });
  return took;
}

async function afterPauses(contestant: Contestant): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < pages; count++) {
    await pause(PAUSE_MS);
    times.push(await print(contestant));
  }
  return median(times);
}

async function perMinute(contestant: Contestant, atOnce: number): Promise<number> {
  const items = Array.from({ length: pages * 2 });
  return (60 * items.length) / (await timed(() => atATime(atOnce, items, () => print(contestant))));
}

/** Returns the number of pixels that differ between both pictures of the page. */
async function differences(): Promise<string> {
  const [plain, ours] = [join(folder, 'plain.png'), await mkdtemp(join(folder, 'ours-'))];
  const browser = await startPlain();
  const page = await browser.newPage({ viewport: { width: 1280, height: 1024 } });
  await page.goto(pathToFileURL(path).href);
  await page.screenshot({ path: plain, fullPage: true });
  await browser.close();
  await mkdir(join(ours, 'work'));
  const { signal } = new AbortController();
  const context = { workFolder: join(ours, 'work'), signal, allowedAddresses: parseAllowList(), warn: () => {} };
  const made = await renderPage(
    {
      subject: { files: new Map([['index.html', path]]), start: 'index.html', network: false },
      view: DEFAULT_VIEW,
      wait: DEFAULT_WAIT,
      checks: DEFAULT_CHECKS,
      output: { kind: 'png', ...DEFAULT_PICTURE },
    },
    context as unknown as WorkContext,
  );
  const { stderr } = await execa(COMPARE, ['-metric', 'AE', plain, made.path, 'null:'], { reject: false });
  return stderr;
}

try {
  const rows: string[][] = [];
  for (const contestant of contestants()) {
    await print(contestant);
    const latency = await afterPauses(contestant);
    const [one, two] = [await perMinute(contestant, 1), await perMinute(contestant, 2)];
    rows.push([contestant.name, `${Math.round(latency)} ms`, one.toFixed(0), two.toFixed(0)]);
    console.error(rows.at(-1)?.join('  '));
    await contestant.close();
  }
  console.log(table([['', 'a page after a pause', 'pages a minute', 'two at a time'], ...rows]));
  console.log(`pixels that differ: ${await differences()}`);
} finally {
  await Promise.all(contestants().map((each) => each.close()));
  await rm(folder, { recursive: true, force: true });
}
