import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { CHROMIUM } from '../../../../tools/programs/chromium/programs.ts';
import { BROWSER_ENVIRONMENT } from '../../../support/browser-environment.ts';
import { patience } from '../../../support/slowness.ts';

/* The same browser without protection: for controls, which show that an attack works if nothing stops it. */

/** Further arguments to the browser that was started with them. */
const started = new Map<string, Promise<Browser>>();

function browser(args: readonly string[]): Promise<Browser> {
  const key = args.join(' ');
  const running =
    started.get(key) ??
    chromium.launch({
      executablePath: CHROMIUM.candidates[0] ?? '',
      args: ['--no-sandbox', '--disable-gpu', ...args],
      env: BROWSER_ENVIRONMENT,
      timeout: patience(60_000),
    });
  started.set(key, running);
  return running;
}

/** Ends the browsers after the tests of a file. */
export function usePlainBrowser(): void {
  afterAll(async () => {
    const running = [...started.values()];
    started.clear();
    await Promise.all(running.map(async (each) => (await each).close()));
  });
}

/**
 * Calls `look` with a new page and returns its result.
 * @param args further arguments of the browser
 */
export async function withPlainPage<Result>(
  look: (page: Page) => Promise<Result>,
  args: readonly string[] = [],
): Promise<Result> {
  const context = await (await browser(args)).newContext();
  context.setDefaultTimeout(patience(60_000));
  try {
    return await look(await context.newPage());
  } finally {
    await context.close();
  }
}
