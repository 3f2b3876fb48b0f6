import type { PageChecks, PageView, PageWait, PictureSettings, PrintSettings } from './job.ts';

/* Settings of a page that is opened without options. */

export const DEFAULT_VIEW: PageView = {
  width: 1280,
  height: 1024,
  scaleFactor: 1,
  dark: false,
  javascript: true,
  media: 'screen',
  userAgent: null,
  mediaFeatures: [],
  cookies: [],
  headers: [],
};

export const DEFAULT_WAIT: PageWait = {
  loadMs: 30_000,
  until: 'load',
  selector: null,
  expression: null,
  delayMs: 0,
};

export const DEFAULT_CHECKS: PageChecks = {
  status: [499, 599],
  resourceStatus: [],
  ignoredHosts: [],
  resourceErrors: false,
  scriptErrors: false,
};

export const DEFAULT_PICTURE: PictureSettings = { fullPage: true, selector: null, transparent: false, fast: false };

/** A4, with margins of a centimetre. */
export const DEFAULT_PRINT: PrintSettings = {
  width: 210 / 25.4,
  height: 297 / 25.4,
  margin: { top: 10 / 25.4, right: 10 / 25.4, bottom: 10 / 25.4, left: 10 / 25.4 },
  landscape: false,
  scale: 1,
  header: null,
  footer: null,
  ranges: null,
  background: true,
  singlePage: false,
  tagged: true,
  outline: true,
  preferCss: false,
};
