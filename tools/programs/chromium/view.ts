import type { CookieToSet } from './devtools/protocol.ts';
import type { MediaFeature, PageCookie, PageView } from './job.ts';
import type { Tab } from './tab.ts';
import { KEEP_WEBGL } from './webgl.ts';

const COLOR_SCHEME = 'prefers-color-scheme';

/** Sets what a page is to see of its browser, before it is opened. @param url its address */
export async function setView({ session, contextId }: Tab, view: PageView, url: string): Promise<void> {
  const { root } = session.connection;
  const cookies = view.cookies.map((cookie) => toCookie(cookie, url));
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', metricsOf(view)),
    session.send('Emulation.setEmulatedMedia', { media: view.media, features: featuresOf(view) }),
    view.javascript || session.send('Emulation.setScriptExecutionDisabled', { value: true }),
    view.userAgent === null || session.send('Emulation.setUserAgentOverride', { userAgent: view.userAgent }),
    cookies.length === 0 || root.send('Storage.setCookies', { browserContextId: contextId, cookies }),
  ]);
}

/** Makes the pages that a tab opens from now on keep what they draw by WebGL. */
export async function keepWebGl({ session }: Tab): Promise<void> {
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: KEEP_WEBGL });
}

/** Returns the settings for a window of that size. */
export const metricsOf = ({ width, height, scaleFactor }: Pick<PageView, 'width' | 'height' | 'scaleFactor'>) => ({
  width,
  height,
  screenWidth: width,
  screenHeight: height,
  deviceScaleFactor: scaleFactor,
  mobile: false,
});

function featuresOf({ dark, mediaFeatures }: PageView): MediaFeature[] {
  const scheme = { name: COLOR_SCHEME, value: dark ? 'dark' : 'light' };
  return mediaFeatures.some(({ name }) => name === COLOR_SCHEME) ? [...mediaFeatures] : [scheme, ...mediaFeatures];
}

function toCookie({ domain, path, ...cookie }: PageCookie, url: string): CookieToSet {
  return domain === undefined && path === undefined
    ? { ...cookie, url }
    : { ...cookie, domain: domain ?? new URL(url).hostname, path: path ?? '/' };
}
