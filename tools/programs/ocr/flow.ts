import { isMostlyRtl } from '../../formats/pdf-text/layout/direction.ts';
import { type Inline, inlineText, joinLines, type Vocabulary } from '../../formats/pdf-text/layout/inline.ts';
import { type Paragraph, paragraphOf, type TextLine, type TextPage } from './page.ts';

/** Returns the words of all pages in lower case, which distinguish broken words from hyphenated ones. */
export function vocabularyOf(pages: readonly TextPage[]): Vocabulary {
  const words = new Set<string>();
  for (const { paragraphs } of pages) {
    for (const line of paragraphs.flatMap(({ lines }) => lines)) {
      for (const [word] of line.text.toLowerCase().matchAll(/\p{L}+(?:-\p{L}+)*/gu)) words.add(word);
    }
  }
  return words;
}

/** Returns the paragraphs of a page, joined if tesseract split them within a sentence. */
export function wholeParagraphs(page: TextPage): readonly Paragraph[] {
  const whole: Paragraph[] = [];
  for (const paragraph of page.paragraphs) {
    const before = whole.at(-1);
    if (before !== undefined && goesOn(before, paragraph)) {
      whole[whole.length - 1] = paragraphOf([...before.lines, ...paragraph.lines]);
    } else whole.push(paragraph);
  }
  return whole;
}

/** Whether an unfinished sentence continues with a lower-case letter directly below, in the same size. */
function goesOn(paragraph: Paragraph, next: Paragraph): boolean {
  const [above, below] = [paragraph.lines.at(-1), next.lines[0]];
  if (above === undefined || below === undefined) return false;
  if (!/^\p{Ll}/u.test(below.text) || /[.!?:;]["'”’»)]*$/.test(above.text)) return false;
  const [one, other] = [above.y1 - above.y0, below.y1 - below.y0];
  const gap = below.y0 - above.y1;
  const isBelow = gap > -0.5 * one && gap < Math.max(one, other) && below.x0 < above.x1 && above.x0 < below.x1;
  return isBelow && Math.max(one, other) < 1.5 * Math.min(one, other);
}

/**
 * Returns the text of a paragraph without its line breaks; joins words broken by a hyphen. If the first word of the next line would have
 * fitted, the line break is intentional (addresses, lists, verse) and stays.
 */
export function flowedLines(paragraph: Paragraph, vocabulary: Vocabulary): readonly string[] {
  const groups: TextLine[][] = [];
  for (const line of paragraph.lines) {
    const before = groups.at(-1)?.at(-1);
    if (before === undefined || endsOnPurpose(before, line, paragraph)) groups.push([line]);
    else groups.at(-1)?.push(line);
  }
  return groups.map((lines) => inlineText(joinLines(lines.map(inlineOfText), vocabulary)));
}

function endsOnPurpose(line: TextLine, next: TextLine, paragraph: Paragraph): boolean {
  const [first] = next.words;
  if (first === undefined || isMostlyRtl(line.text)) return false;
  const height = line.y1 - line.y0;
  return line.x1 + height + (first.x1 - first.x0) < paragraph.x1;
}

const STYLE = { size: 0, bold: false, italic: false, link: null };

const inlineOfText = ({ text }: TextLine): Inline => [{ text, style: STYLE, script: null }];
