import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { type Browser, chromium } from 'playwright-core';
import { parseAllowList } from '../../src/files/fetch/address-guard.ts';
import { openOutputStore } from '../../src/files/stores/open-output-store.ts';
import { UniqueNames } from '../../src/files/unique-names.ts';
import { workFor } from '../../src/process/owner.ts';
import { runTask } from '../../src/runner/run-task.ts';
import { parseTask } from '../../src/task/parse.ts';
import { CHROMIUM } from '../../tools/programs/chromium/programs.ts';
import { closeChromium } from '../../tools/programs/chromium/render.ts';

/** A way to print a page. */
export interface Contestant {
  readonly name: string;
  print(path: string, folder: string): Promise<void>;
  close(): Promise<void>;
}

/** Flags and printing as in Gotenberg 8: no sandbox, a context for each page. */
const GOTENBERG_FLAGS = [
  '--no-sandbox',
  '--font-render-hinting=none',
  '--disable-pdf-tagging',
  '--no-zygote',
  '--disable-dev-shm-usage',
  '--disable-gpu',
];

export const startPlain = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM.candidates[0] ?? '', args: GOTENBERG_FLAGS });

async function printPlain(browser: Browser, path: string, folder: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(pathToFileURL(path).href);
  await page.pdf({ path: `${folder}/plain.pdf`, format: 'A4', printBackground: true });
  await context.close();
}

const plainCold: Contestant = {
  name: 'plain Chromium, started for each page',
  async print(path, folder) {
    const browser = await startPlain();
    await printPlain(browser, path, folder);
    await browser.close();
  },
  close: async () => {},
};

function plainWarm(): Contestant {
  let browser: Promise<Browser> | undefined;
  return {
    name: 'plain Chromium that stays, a context each',
    async print(path, folder) {
      browser ??= startPlain();
      await printPlain(await browser, path, folder);
    },
    close: async () => (await browser)?.close(),
  };
}

/** Runs one task like a worker, from its message to its stored output. */
async function convert(path: string, folder: string): Promise<void> {
  const document = {
    conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium' } },
    input: [{ source: pathToFileURL(path).href }],
  };
  const report = await runTask(
    parseTask(JSON.stringify(document)),
    {
      workRoot: folder,
      store: openOutputStore(folder),
      names: new UniqueNames(),
      presets: [],
      allowedAddresses: parseAllowList(),
      localFiles: true,
      fetchLimits: {},
      timeoutMs: 120_000,
      onReport: () => {},
      onLog: (text) => console.error(text),
    },
    new AbortController().signal,
  );
  if (report.status !== 'completed') throw new Error(JSON.stringify(report.errors));
}

const COMMAND = fileURLToPath(new URL('../../bin/convertd', import.meta.url));

const oursCold: Contestant = {
  name: 'convertd, a command for each page',
  async print(path, folder) {
    await execa(COMMAND, ['convert', path, 'document/pdf', '-o', 'engine=chromium', '--output', folder]);
  },
  close: async () => {},
};

const oursParked: Contestant = { name: 'convertd, one parked ahead', print: convert, close: closeChromium };

/** As for a service whose operator lets each key keep its browser. */
const oursKept: Contestant = {
  name: 'convertd, one kept for its key',
  print(path, folder) {
    process.env.CHROMIUM_REUSE = 'key';
    return workFor('bench', () => convert(path, folder));
  },
  async close() {
    await closeChromium();
    delete process.env.CHROMIUM_REUSE;
  },
};

export const contestants = (): Contestant[] => [plainCold, oursCold, plainWarm(), oursParked, oursKept];
