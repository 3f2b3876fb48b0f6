import type { CDPSession, Page } from 'playwright-core';
import { evaluateBeside } from './isolated-world.ts';
import type { PrintSettings } from './job.ts';
import { NoPageError } from './no-page-error.ts';
import { hideBackground } from './picture.ts';

const PX_PER_INCH = 96;

/** A page that is printed, and how to wait until it is still again. */
export interface Printable {
  readonly page: Page;
  readonly session: CDPSession;
  /** Height of its window, CSS pixels. */
  readonly windowHeight: number;
  readonly settle: () => Promise<void>;
}

const inches = (length: number): string => `${length}in`;

/** Writes a PDF of a page. Throws NoPageError for page ranges and margins that it cannot have. */
export async function print(printable: Printable, settings: PrintSettings, path: string): Promise<void> {
  const { page, session } = printable;
  if (settings.transparent) await hideBackground(session);
  const paper = settings.singlePage ? await paperOfPage(printable, settings) : settings;
  const { margin, header, footer, ranges } = settings;
  const options = {
    path,
    width: inches(paper.width),
    height: inches(paper.height),
    margin: {
      top: inches(margin.top),
      right: inches(margin.right),
      bottom: inches(margin.bottom),
      left: inches(margin.left),
    },
    landscape: paper.landscape,
    scale: settings.scale,
    // Chromium's own default would be the date or the title.
    displayHeaderFooter: header !== null || footer !== null,
    headerTemplate: header ?? '<span></span>',
    footerTemplate: footer ?? '<span></span>',
    pageRanges: ranges ?? '',
    printBackground: settings.background,
    preferCSSPageSize: settings.preferCss,
    tagged: settings.tagged,
    outline: settings.outline,
  };
  await page.pdf(options).catch((error: Error) => {
    if (/page range/i.test(error.message)) throw new NoPageError({ kind: 'ranges' });
    if (/content area is empty|margin/i.test(error.message)) throw new NoPageError({ kind: 'margins' });
    throw error;
  });
}

/** Returns paper on which the page has room as it is laid out for the width of the given paper. */
async function paperOfPage(
  { page, session, windowHeight, settle }: Printable,
  { width, height, landscape, margin, scale }: PrintSettings,
): Promise<Pick<PrintSettings, 'width' | 'height' | 'landscape'>> {
  const [sides, ends] = [margin.left + margin.right, margin.top + margin.bottom];
  const toPixels = (length: number) => (length * PX_PER_INCH) / scale;
  const toInches = (pixels: number) => (pixels * scale) / PX_PER_INCH;
  const column = Math.max(1, Math.floor(toPixels((landscape ? height : width) - sides)));
  await page.setViewportSize({ width: column, height: windowHeight });
  await settle();
  const content = await contentSize(session, windowHeight);
  return {
    width: toInches(Math.max(toPixels((landscape ? height : width) - sides), content.width)) + sides,
    // One pixel more, for what is rounded up when it is laid out for paper.
    height: toInches(content.height + 1) + ends,
    landscape: false,
  };
}

/** The lower end of everything in a page that is not higher than its window, whose own size is otherwise all that is known. */
const LOWER_END = `Math.max(0, ...Array.from(document.querySelectorAll('*'), (each) => each.getBoundingClientRect().bottom + scrollY))`;

async function contentSize(session: CDPSession, windowHeight: number): Promise<{ width: number; height: number }> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const height = Math.ceil(cssContentSize.height);
  const isHigher = height > windowHeight;
  const lowerEnd = isHigher ? height : await evaluateBeside<number>(session, LOWER_END).catch(() => height);
  return { width: Math.ceil(cssContentSize.width), height: Math.max(1, Math.min(height, Math.ceil(lowerEnd))) };
}
