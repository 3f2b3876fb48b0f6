import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
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
 * Text recognition for a PDF or a picture. Each function writes its result into `folder`, an existing folder inside the work folder. All
 * throw ConversionError: `program_missing` for a program or a language, `input_bomb` for too many or too large pages, `input_damaged`,
 * `input_truncated`, `input_password_needed`, `conversion_failed` if no text was found, and what runProgram throws.
 */

/**
 * Writes the text as UTF-8, with form feeds between pages as in pdfToText. Mode `text` has one line for each paragraph; `layout` keeps the
 * lines of the page, depending on its order either with columns one after the other and tables in rows, or with every word at its place by
 * spaces and blank lines. The page structure osd_only writes a line about each page instead.
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
 * Writes the text as one HTML document of paragraphs, one page after the other, for LibreOffice (`html as text`, `html as sheets`);
 * `marksPages`: adds a mark where each page begins.
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
 * Writes the text with each paragraph at its place (ocr_mode layout), for LibreOffice (`flat`): HTML can only place things on the first
 * page there. `fodt` is for texts, `fodp` for slides, one for each page.
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
