import { open } from 'node:fs/promises';
import { formatBytes } from '../../../src/process/limits.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { CommandError, type Session } from './devtools/connection.ts';
import { evaluateBeside } from './isolated-world.ts';
import type { PrintSettings } from './job.ts';
import { NoPageError } from './no-page-error.ts';
import type { Tab } from './tab.ts';

const PX_PER_INCH = 96;

/** Bytes of a PDF that are read at once, and that it may have: a browser that has been taken over could send more without an end. */
const CHUNK = 1024 ** 2;
const LARGEST = 1024 ** 3;

/** Gives the page a window of that width and waits until it is still again. @returns the height of the window, CSS pixels */
export type Widen = (width: number) => Promise<number>;

/** Writes a PDF of a page. Throws NoPageError for page ranges and margins that it cannot have. */
export async function print(tab: Tab, settings: PrintSettings, path: string, widen: Widen): Promise<void> {
  const { session } = tab;
  const paper = settings.singlePage ? await paperOfPage(tab, settings, widen) : settings;
  const { margin, header, footer, ranges } = settings;
  const printed = session.send('Page.printToPDF', {
    transferMode: 'ReturnAsStream',
    paperWidth: paper.width,
    paperHeight: paper.height,
    landscape: paper.landscape,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    marginLeft: margin.left,
    marginRight: margin.right,
    scale: settings.scale,
    // Chromium's own default would be the date or the title.
    displayHeaderFooter: header !== null || footer !== null,
    headerTemplate: header ?? '<span></span>',
    footerTemplate: footer ?? '<span></span>',
    pageRanges: ranges ?? '',
    printBackground: settings.background,
    preferCSSPageSize: settings.preferCss,
    generateTaggedPDF: settings.tagged,
    generateDocumentOutline: settings.outline,
  });
  const { stream = '' } = await printed.catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    if (/page range/i.test(error.message)) throw new NoPageError({ kind: 'ranges' });
    if (/content area is empty|margin/i.test(error.message)) throw new NoPageError({ kind: 'margins' });
    throw error;
  });
  await writeStream(session, stream, path);
}

/** Writes what the browser has ready to be read into a new file. */
async function writeStream(session: Session, handle: string, path: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    for (let [isDone, size] = [false, 0]; !isDone; ) {
      const { data, base64Encoded = false, eof } = await session.send('IO.read', { handle, size: CHUNK });
      const part = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
      size += part.length;
      if (size > LARGEST) throw tooLarge();
      await file.appendFile(part);
      isDone = eof;
    }
  } finally {
    session.send('IO.close', { handle }).catch(() => {});
    await file.close();
  }
}

const tooLarge = () =>
  new ConversionError('limit_file_size', `The PDF of the page is larger than ${formatBytes(LARGEST)}.`, {
    details: { limit_bytes: LARGEST },
  });

/** Returns paper on which the page has room as it is laid out for the width of the given paper. */
async function paperOfPage(
  tab: Tab,
  { width, height, landscape, margin, scale }: PrintSettings,
  widen: Widen,
): Promise<Pick<PrintSettings, 'width' | 'height' | 'landscape'>> {
  const [sides, ends] = [margin.left + margin.right, margin.top + margin.bottom];
  const toInches = (pixels: number) => (pixels * scale) / PX_PER_INCH;
  const column = (((landscape ? height : width) - sides) * PX_PER_INCH) / scale;
  const windowHeight = await widen(Math.max(1, Math.floor(column)));
  const content = await contentSize(tab, windowHeight);
  return {
    width: toInches(Math.max(column, content.width)) + sides,
    // One pixel more, for what is rounded up when it is laid out for paper.
    height: toInches(content.height + 1) + ends,
    landscape: false,
  };
}

/** The lower end of everything in a page that is not higher than its window, whose own size is otherwise all that is known. */
const LOWER_END = `Math.max(0, ...Array.from(document.querySelectorAll('*'), (each) => each.getBoundingClientRect().bottom + scrollY))`;

async function contentSize(tab: Tab, windowHeight: number): Promise<{ width: number; height: number }> {
  const { cssContentSize } = await tab.session.send('Page.getLayoutMetrics');
  const height = Math.ceil(cssContentSize.height);
  const isHigher = height > windowHeight;
  const lowerEnd = isHigher ? height : await evaluateBeside<number>(tab, { expression: LOWER_END }).catch(() => height);
  return { width: Math.ceil(cssContentSize.width), height: Math.max(1, Math.min(height, Math.ceil(lowerEnd))) };
}
