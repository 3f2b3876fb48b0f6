import { writeFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';
import { evaluateBeside } from './isolated-world.ts';
import { LONGEST_SIDE, type PictureSettings } from './job.ts';
import { NoPageError } from './no-page-error.ts';

/** CSS pixels of the document. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Writes a PNG of a page. Throws NoPageError if no visible element matches the selector.
 * @returns the whole height of a page that is higher than its picture can be, in device pixels; null if nothing is cut
 */
export async function shoot(
  page: Page,
  session: CDPSession,
  settings: PictureSettings,
  { scaleFactor, path }: { readonly scaleFactor: number; readonly path: string },
): Promise<number | null> {
  const whole = await areaOf(session, settings);
  const most = Math.floor(LONGEST_SIDE / scaleFactor);
  const area = whole && { ...whole, width: Math.min(whole.width, most), height: Math.min(whole.height, most) };
  await (settings.fast ? captureFast(session, settings, area, path) : capture(page, settings, area, path));
  return whole !== null && area !== null && area.height < whole.height ? Math.round(whole.height * scaleFactor) : null;
}

/** Returns the area to capture; null for that of the window. */
async function areaOf(session: CDPSession, { selector, fullPage }: PictureSettings): Promise<Area | null> {
  if (selector !== null) return elementArea(session, selector);
  if (!fullPage) return null;
  // The browser is asked, because the page's own scripts could answer anything.
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  return { x: 0, y: 0, width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
}

async function elementArea(session: CDPSession, selector: string): Promise<Area> {
  const expression = `(() => {
    const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
    return box ? { x: box.left + scrollX, y: box.top + scrollY, width: box.width, height: box.height } : null;
  })()`;
  const area = await evaluateBeside<Area | null>(session, expression).catch((error: unknown) => {
    throw new NoPageError({ kind: 'element' }, { cause: error });
  });
  if (area === null || area.width <= 0 || area.height <= 0) throw new NoPageError({ kind: 'element' });
  return area;
}

async function capture(page: Page, settings: PictureSettings, area: Area | null, path: string): Promise<void> {
  const options = { path, type: 'png', animations: 'disabled', timeout: 0 } as const;
  await page.screenshot({
    ...options,
    omitBackground: settings.transparent,
    ...(area !== null && { fullPage: true, clip: area }),
  });
}

/** With the browser's own fast compression, which Playwright does not offer. */
async function captureFast(
  session: CDPSession,
  { transparent }: PictureSettings,
  area: Area | null,
  path: string,
): Promise<void> {
  if (transparent) await hideBackground(session);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    ...(area !== null && { captureBeyondViewport: true, clip: { ...area, scale: 1 } }),
  });
  await writeFile(path, data, 'base64');
}

/** Makes transparent what the page does not paint. */
export async function hideBackground(session: CDPSession): Promise<void> {
  await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
}
