import { POINTS } from '../../../../tools/formats/pdf-pages/geometry/papers.ts';
import { drawTexts, type TextStyle } from '../../../../tools/programs/librsvg/text-pages.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';
import { type ArtifactKind, type Laying, laySheets } from './lay-sheets.ts';

/** Points between a text and the edges of its page. */
const MARGIN = 10 * POINTS.mm;

export interface TextLaying extends Omit<Laying, 'margin' | 'text'>, Omit<TextStyle, 'side'> {
  /** The option with the text, for messages. */
  readonly option: string;
  readonly subtype: ArtifactKind;
}

/**
 * Lays a text on pages, or a different text on each of them if there are several. Warns of characters without a font. Throws what drawTexts
 * and laySheets throw.
 */
export async function layTexts(
  file: PdfFile,
  texts: readonly string[],
  { size, color, option, subtype, ...laying }: TextLaying,
  job: PdfJob,
): Promise<PdfFile> {
  const side = sideOf(laying.alignment);
  const { path, missing, ...drawn } = await drawTexts(texts, { size, color, side }, job);
  if (missing.length > 0) {
    const message = `No font on this machine has these characters of option ${option}: ${missing.slice(0, 20).join(' ')}. They are drawn as frames.`;
    job.context.warn('output_limited', message, { option });
  }
  const text = { ...drawn, side, each: texts.length > 1, subtype };
  return laySheets(file, { path, pages: texts.length }, { ...laying, margin: MARGIN, text }, job);
}

function sideOf(alignment: Laying['alignment']): TextStyle['side'] {
  if (alignment.includes('left')) return 'left';
  return alignment.includes('right') ? 'right' : 'middle';
}
