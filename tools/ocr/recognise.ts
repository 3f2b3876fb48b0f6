import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { type FlatKind, flatOf } from './flat.ts';
import { flowedLines, vocabularyOf, wholeParagraphs } from './flow.ts';
import { htmlOf } from './html.ts';
import type { Recognition } from './options.ts';
import { readOrientations } from './orientation.ts';
import type { TextPage } from './page.ts';
import type { PageInput } from './pages.ts';
import { readPages } from './read.ts';
import { readingText } from './reading-text.ts';
import type { PageOrientation } from './recognition-settings.ts';
import { layOutText } from './text-layout.ts';

export { searchablePdf } from './searchable.ts';

/*
 * Recognition of the text of a PDF or a picture. Each writes its result into `folder`, which exists and lies in the work
 * folder. All throw ConversionError: `program_missing` for a program or a language, `input_bomb` for too many or too large
 * pages, `input_damaged`, `input_truncated`, `input_password_needed`, `conversion_failed` where no text was found, and what
 * runProgram does.
 */

/**
 * The text as UTF-8, pages parted by form feeds as in pdfToText. Mode `text` has a paragraph a line; `layout` keeps the lines of
 * the page, by its order either columns one after the other and tables in rows, or every word at its place by spaces and blank
 * lines. The page structure osd_only gives a line about each page instead.
 */
export async function recogniseText(
  input: PageInput,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
): Promise<{ path: string }> {
  const path = join(folder, 'recognised.txt');
  if (recognition.structure.find === 'orientation') {
    const found = await readOrientations(input, recognition, folder, context);
    await writeFile(path, found.map(describeOrientation).join(''));
    return { path };
  }
  const pages = await recognised(input, recognition, folder, context);
  const vocabulary = vocabularyOf(pages);
  const flow = (page: TextPage): string =>
    wholeParagraphs(page)
      .map((paragraph) => `${flowedLines(paragraph, vocabulary).join('\n')}\n`)
      .join('\n');
  const lines = recognition.order === 'layout' ? layOutText : readingText;
  await writeFile(path, pages.map(recognition.mode === 'text' ? flow : lines).join('\f'));
  return { path };
}

/**
 * The text as one HTML document of paragraphs, one page after the other, for LibreOffice (`html as text`, `html as sheets`);
 * `marksPages`: with a mark where each page begins.
 */
export async function recogniseToHtml(
  input: PageInput,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
  { marksPages = false }: { readonly marksPages?: boolean } = {},
): Promise<{ path: string }> {
  const pages = await recognised(input, recognition, folder, context);
  const path = join(folder, 'recognised.html');
  await writeFile(path, htmlOf(pages, vocabularyOf(pages), { marksPages }));
  return { path };
}

/**
 * The text with each paragraph at its place (ocr_mode layout), for LibreOffice (`flat`): HTML can place nothing on another page than
 * the first there. `fodt` is for texts, `fodp` for slides, one a page.
 */
export async function recogniseToFlat(
  input: PageInput,
  recognition: Recognition,
  kind: FlatKind,
  folder: string,
  context: WorkContext,
): Promise<{ path: string }> {
  const pages = await recognised(input, recognition, folder, context);
  const path = join(folder, `recognised.${kind}`);
  await writeFile(path, flatOf(pages, kind));
  return { path };
}

async function recognised(
  input: PageInput,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
): Promise<readonly TextPage[]> {
  const pages = await readPages(input, recognition, folder, context);
  if (pages.some(({ paragraphs }) => paragraphs.length > 0)) return pages;
  const message = `No text was found on ${pages.length === 1 ? 'the page' : `any of ${pages.length} pages`}. If there is some, try another language or ocr_page_structure, or a sharper picture.`;
  throw new ConversionError('conversion_failed', message);
}

function describeOrientation(found: PageOrientation | null, index: number): string {
  if (found === null) return `Page ${index + 1}: too little text to tell its orientation.\n`;
  const turn = found.turn === 0 ? 'upright' : `turn by ${found.turn} degrees clockwise`;
  return `Page ${index + 1}: ${turn}; script ${found.script}; confidence ${found.confidence.toFixed(2)}.\n`;
}
