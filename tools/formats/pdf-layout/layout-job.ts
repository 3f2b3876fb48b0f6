import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DocxWriter } from '../docx/write.ts';
import type { Interval } from '../pdf-text/layout/columns.ts';
import { inlineOf, inlineText } from '../pdf-text/layout/inline.ts';
import { lostCharacters } from '../pdf-text/reading/lost-characters.ts';
import type { Line, Page } from '../pdf-text/reading/page.ts';
import { pagesOf } from '../pdf-text/reading/pages.ts';
import { type Drawing, DrawnPages } from '../pdf-text/tables/graphics/drawn-pages.ts';
import { itemsOf } from '../pdf-text/tables/graphics/items.ts';
import { Assembler } from './assemble.ts';
import { LayoutCollector, type LayoutFacts } from './facts.ts';
import { FootnoteKeeper } from './footnotes.ts';
import { flowOf, isRunningLine, type PageFlow, textOfFlow } from './page-flow.ts';

export interface LayoutJob {
  /** Names of files in the job's folder: output of pdftotext -bbox-layout and pdftohtml -xml, and the document to write. */
  readonly words: string;
  readonly runs: string;
  readonly drawings: readonly Drawing[];
  readonly docx: string;
}

export interface LayoutResult {
  readonly hasText: boolean;
  /** Number of bitmaps, and of drawings of lines and areas, on the pages. */
  readonly pictures: number;
  readonly drawings: number;
  /** Number of characters of the pages that are not in the document. */
  readonly lost: number;
}

/**
 * Reads the pages twice, first to collect facts about the whole document, then to write them, so that memory holds one page at a time.
 * Throws ConversionError `input_bomb` for a page with too many words.
 */
export async function runLayout(job: LayoutJob, folder: string): Promise<LayoutResult> {
  const [words, runs] = [join(folder, job.words), join(folder, job.runs)];
  const collector = new LayoutCollector();
  for await (const page of pagesOf(words, runs, { faces: true })) collector.add(page);
  const facts = collector.facts();
  const parts = join(folder, 'parts');
  await mkdir(parts);
  const writer = new DocxWriter(parts, facts.body, facts.fonts);
  await writer.start();
  const assembler = new Assembler(writer, facts);
  const drawn = new DrawnPages(job.drawings, folder);
  const footnote = new FootnoteKeeper(writer);
  let number = 0;
  let above: readonly Interval[] = [];
  const found = { pictures: 0, drawings: 0, lost: 0 };
  for await (const page of pagesOf(words, runs, { faces: true })) {
    number += 1;
    const svg = await drawn.page(number);
    const items = svg === null ? [] : itemsOf(svg, page);
    for (const { image } of items) found[image === null ? 'drawings' : 'pictures'] += 1;
    const flow = flowOf(page, items, { number, facts, above, letters: svg?.letters ?? null, footnote });
    above = flow.above;
    found.lost += lostOf(page, flow, facts);
    await assembler.page(flow, svg);
  }
  await assembler.finish(join(folder, job.docx));
  return { hasText: facts.text.hasText, ...found };
}

/** Counts characters of a page that are missing in its text, headers and footers, without hyphens: joining broken words drops those. */
function lostOf(page: Page, flow: PageFlow, facts: LayoutFacts): number {
  const kept = page.lines.filter((line) => isRunningLine(line, page, facts));
  const after = `${textOfFlow(flow)} ${kept.map(lineText).join(' ')}`;
  return lostCharacters(page.lines.map(lineText).join(' ').replace(HYPHENS, ''), after);
}

const HYPHENS = /[-‐\u00ad]/g;

const lineText = (line: Line): string => inlineText(inlineOf(line));
