import { writeFile } from 'node:fs/promises';
import type { Session } from './devtools/connection.ts';
import { evaluateBeside } from './isolated-world.ts';
import { LONGEST_SIDE, type PictureSettings } from './job.ts';
import { NoPageError } from './no-page-error.ts';
import type { Tab } from './tab.ts';

/** CSS pixels of the document. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * So that a picture does not depend on its moment: puts animations without an end at their beginning, and hides the caret of a field that
 * has the focus, which blinks.
 */
const HOLD_STILL = `for (const animation of document.getAnimations()) {
  try {
    if (!(animation.effect?.getComputedTiming().endTime < Infinity)) animation.cancel();
  } catch {}
}
for (let root = document; root?.activeElement; root = root.activeElement.shadowRoot) {
  root.activeElement.style?.setProperty('caret-color', 'transparent', 'important');
}`;

/**
 * Writes a PNG of a page. Throws NoPageError if no visible element matches the selector.
 * @returns the whole height of a page that is higher than its picture can be, in device pixels; null if nothing is cut
 */
export async function shoot(
  tab: Tab,
  settings: PictureSettings,
  { scaleFactor, path }: { readonly scaleFactor: number; readonly path: string },
): Promise<number | null> {
  const { session } = tab;
  await Promise.all([
    evaluateBeside(tab, { expression: HOLD_STILL }).catch(() => {}),
    settings.transparent && hideBackground(session),
  ]);
  const whole = await areaOf(tab, settings);
  const most = Math.floor(LONGEST_SIDE / scaleFactor);
  const area = whole && { ...whole, width: Math.min(whole.width, most), height: Math.min(whole.height, most) };
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: settings.fast,
    ...(area !== null && { captureBeyondViewport: true, clip: { ...area, scale: 1 } }),
  });
  await writeFile(path, data, { encoding: 'base64', flag: 'wx' });
  return whole !== null && area !== null && area.height < whole.height ? Math.round(whole.height * scaleFactor) : null;
}

/** Returns the area to capture; null for that of the window. */
async function areaOf(tab: Tab, { selector, fullPage }: PictureSettings): Promise<Area | null> {
  if (selector !== null) return elementArea(tab, selector);
  if (!fullPage) return null;
  // The browser is asked, because the page's own scripts could answer anything.
  const { cssContentSize } = await tab.session.send('Page.getLayoutMetrics');
  return { x: 0, y: 0, width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
}

async function elementArea(tab: Tab, selector: string): Promise<Area> {
  const expression = `(() => {
    const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
    return box ? { x: box.left + scrollX, y: box.top + scrollY, width: box.width, height: box.height } : null;
  })()`;
  const area = await evaluateBeside<Area | null>(tab, { expression }).catch((error: unknown) => {
    throw new NoPageError({ kind: 'element' }, { cause: error });
  });
  if (area === null || area.width <= 0 || area.height <= 0) throw new NoPageError({ kind: 'element' });
  return area;
}

/** Makes transparent what the page does not paint. */
async function hideBackground(session: Session): Promise<void> {
  await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
}
