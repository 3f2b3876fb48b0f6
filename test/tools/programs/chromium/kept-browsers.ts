import { afterAll, beforeAll } from 'vitest';
import { closeChromium } from '../../../../tools/programs/chromium/render.ts';

/** Lets keys keep their browsers in the tests of a file, each of which is then of one key. */
export function keepBrowsers(): void {
  beforeAll(async () => {
    await closeChromium();
    process.env.CHROMIUM_REUSE = 'key';
  });
  afterAll(async () => {
    await closeChromium();
    delete process.env.CHROMIUM_REUSE;
  });
}
