import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { CHROMIUM } from '../../../tools/chromium/programs.ts';

/*
 * The same browser without what protects: for controls, which show that an attack works where nothing stops it.
 */

let started: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: CHROMIUM.candidates[0] ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return started;
}

/** Ends it after the tests of a file. */
export function usePlainBrowser(): void {
  afterAll(async () => {
    await started?.then((each) => each.close());
    started = undefined;
  });
}

/** Has a page of its own look at an address, and returns what `look` says of it. */
export async function withPlainPage<Result>(look: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await (await browser()).newContext();
  try {
    return await look(await context.newPage());
  } finally {
    await context.close();
  }
}
