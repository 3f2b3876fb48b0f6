/**
 * `npm run bench:charts [-- PAGES [LOOPS]]`: charts of six libraries printed by Chromium, PAGES of each kind (default 20) next to LOOPS
 * busy loops (default 6). Each library draws after the page has loaded, most of them with an animation. Prints how many PDFs have an empty
 * chart, how many an unfinished one, and the median time. The finished chart is taken from a PDF of the same page that waited for several
 * seconds; poppler draws the PDFs, and ImageMagick counts the pixels of the chart's colour.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { parseAllowList } from '../src/files/fetch/address-guard.ts';
import type { WorkContext } from '../src/work/context.ts';
import { CONVERT } from '../test/support/imagemagick.ts';
import { DEFAULT_CHECKS, DEFAULT_PRINT, DEFAULT_VIEW, DEFAULT_WAIT } from '../tools/programs/chromium/defaults.ts';
import { closeChromium, renderPage } from '../tools/programs/chromium/render.ts';
import { fetchLibraries } from './bench-charts/libraries.ts';
import { type ChartPage, chartPages, FILLED } from './bench-charts/pages.ts';
import { median, table } from './bench-worker/statistics.ts';

const [pages, loops] = [Number(process.argv[2] ?? 20), Number(process.argv[3] ?? 6)];
/** Time in which every chart finishes on an idle machine, milliseconds. */
const FINISHED_MS = 5000;
/** Share of a finished chart's pixels; fewer mean an unfinished one. */
const WHOLE = 0.97;

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));

/** Prints a page, and counts the pixels of the chart's colour on its first sheet. */
async function filledPixels({ name, html, files }: ChartPage, delayMs: number): Promise<number> {
  const workFolder = await mkdtemp(join(folder, 'page-'));
  const index = join(workFolder, 'index.html');
  await writeFile(index, html);
  const { signal } = new AbortController();
  const warn = (_: string, message: string) => console.error(`${name}: ${message}`);
  const context = { workFolder, signal, allowedAddresses: parseAllowList(), warn };
  const margin = { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 };
  const paper = { width: 8.27, height: 11.69, margin };
  const { path } = await renderPage(
    {
      subject: { files: new Map([['index.html', index], ...files]), start: 'index.html', network: false },
      view: { ...DEFAULT_VIEW, media: 'print' },
      wait: { ...DEFAULT_WAIT, loadMs: 120_000, delayMs },
      checks: DEFAULT_CHECKS,
      output: { kind: 'pdf', ...DEFAULT_PRINT, ...paper },
    },
    context as unknown as WorkContext,
  );
  await execa('pdftoppm', ['-r', '50', '-png', '-singlefile', path, join(workFolder, 'sheet')]);
  const alone = ['-fuzz', '25%', '-fill', 'black', '+opaque', FILLED, '-fill', 'white', '-opaque', FILLED];
  const sheet = join(workFolder, 'sheet.png');
  const { stdout } = await execa(CONVERT, [sheet, ...alone, '-format', '%[fx:round(mean*w*h)]', 'info:']);
  await rm(workFolder, { recursive: true });
  return Number(stdout);
}

async function measure(page: ChartPage, finished: number): Promise<string[]> {
  const [times, filled]: [number[], number[]] = [[], []];
  for (let count = 0; count < pages; count += 1) {
    const started = performance.now();
    filled.push(await filledPixels(page, 0));
    times.push(performance.now() - started);
  }
  const empty = filled.filter((pixels) => pixels === 0).length;
  const unfinished = filled.filter((pixels) => pixels < WHOLE * finished).length - empty;
  return [page.name, ...[filled.length, empty, unfinished].map(String), `${Math.round(median(times))} ms`];
}

const busy: ChildProcess[] = [];
try {
  const tile = join(folder, 'tile.png');
  const libraries = join(folder, 'libraries');
  await fetchLibraries(libraries);
  await execa(CONVERT, ['-size', '256x256', `xc:${FILLED}`, tile]);
  const charts = chartPages(libraries, tile);
  const finished = new Map<string, number>();
  for (const page of charts) finished.set(page.name, await filledPixels(page, FINISHED_MS));
  for (let count = 0; count < loops; count += 1) busy.push(spawn('/bin/sh', ['-c', 'while :; do :; done']));
  const rows: string[][] = [];
  for (const page of charts) {
    rows.push(await measure(page, finished.get(page.name) ?? 0));
    console.error(rows.at(-1)?.join('  '));
  }
  console.log(table([['', 'PDFs', 'empty', 'not finished', 'median'], ...rows]));
} finally {
  for (const loop of busy) loop.kill();
  await closeChromium();
  await rm(folder, { recursive: true, force: true });
}
