import {
  type Entity,
  type MText,
  TextEntity,
  TextHorizontalAlignment,
  type TextStyle,
  type Tolerance,
} from '@node-projects/acad-ts';
import { axesOf, fromWorld, type Point3, plain, plus, point } from '../geometry.ts';
import { likewise, xyz } from './common.ts';

/** Distance of two lines of an MTEXT at single line spacing, in text heights (Autodesk's DXF reference, MTEXT). */
const LINE_PITCH = 5 / 3;
/** Width of a character, in text heights: a typical value, because the fonts of drawings are not available to measure. */
const CHARACTER_WIDTH = 0.8;
/** R12 has lines of at most 256 characters; a letter outside ASCII needs seven of them. */
const LONGEST_LINE = 255;

const CHANGES: readonly (readonly [RegExp, string])[] = [
  // Stacked fractions: \S1^ 2; and \S1/2; and \S1#2;
  [/\\S([^;^/#]*)[\^/#]\s*([^;]*);/g, '$1/$2'],
  // Codes with a value up to a semicolon: alignment, colour, font, height, paragraph, oblique, tracking, width.
  [/\\[ACFHQTWacfp][^;\\{}]*;/g, ''],
  // Codes without a value: underline, overline, strike-through on and off.
  [/\\[LlOoKk]/g, ''],
  [/\\~/g, ' '],
  [/\\[PNn]|\^J/g, '\n'],
  [/\^I/g, ' '],
  [/\^M/g, ''],
  [/[{}]/g, ''],
];

/** Returns the lines of an MTEXT value without its format codes (Autodesk's "Format Multiline Text"). */
export function plainLines(value: string): string[] {
  // Escaped characters are replaced by private ones, so that they are not taken for a code or a group.
  let text = value.replace(/\\\\/g, '\uE000').replace(/\\\{/g, '\uE001').replace(/\\\}/g, '\uE002');
  for (const [code, replacement] of CHANGES) text = text.replace(code, replacement);
  text = text
    .replace(/\uE000/g, '\\')
    .replace(/\uE001/g, '{')
    .replace(/\uE002/g, '}');
  return text.split(/\r?\n/);
}

function encodedLength(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter < '\x80' ? 1 : 7 * letter.length), 0);
}

/** Breaks a line at spaces, so that no part has more than `most` letters or exceeds a line of R12. */
export function wrapped(line: string, most: number): string[] {
  const lines: string[] = [];
  let current = '';
  const fits = (text: string) => text.length <= most && encodedLength(text) <= LONGEST_LINE;
  for (const word of line.split(/(?<= )/)) {
    if (current !== '' && !fits(current + word.trimEnd())) {
      lines.push(current.trimEnd());
      current = '';
    }
    current += word;
    while (encodedLength(current) > LONGEST_LINE) {
      const letters = Array.from(current);
      let part = '';
      while (encodedLength(part + (letters[0] ?? '')) <= LONGEST_LINE) part += letters.shift() ?? '';
      lines.push(part);
      current = letters.join('');
    }
  }
  lines.push(current.trimEnd());
  return lines;
}

/** A block of text; its position and directions are in world coordinates. */
export interface TextBlock {
  readonly value: string;
  readonly height: number;
  /** 1 to 9: top left, top centre, top right, middle left, … bottom right. */
  readonly attachment: number;
  readonly at: Point3;
  readonly direction: Point3;
  readonly normal: Point3;
  /** Width at which lines are broken; 0: not at all. */
  readonly width: number;
  /** Multiple of the usual line distance. */
  readonly spacing: number;
  readonly style: TextStyle | null;
}

const ALIGNMENTS = [TextHorizontalAlignment.Left, TextHorizontalAlignment.Center, TextHorizontalAlignment.Right];

/** Returns the lines of a block of text, each as a TEXT at its place in the block. */
export function textLines(source: Entity, block: TextBlock): TextEntity[] {
  const height = block.height > 0 ? block.height : 1;
  const most = block.width > 0 ? Math.max(4, Math.floor(block.width / (height * CHARACTER_WIDTH))) : Infinity;
  const lines = plainLines(block.value).flatMap((line) => wrapped(line, most));
  const axes = axesOf(block.normal);
  const at = fromWorld(axes, block.at);
  const direction = fromWorld(axes, block.direction);
  const angle = direction.x === 0 && direction.y === 0 ? 0 : Math.atan2(direction.y, direction.x);
  const down = point(Math.sin(angle), -Math.cos(angle));
  const pitch = height * LINE_PITCH * (block.spacing > 0 ? block.spacing : 1);
  const total = height + pitch * (lines.length - 1);
  const attachment = block.attachment >= 1 && block.attachment <= 9 ? block.attachment - 1 : 0;
  const top = -(Math.floor(attachment / 3) / 2) * total;
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const text = likewise(new TextEntity(line), source);
    text.height = height;
    text.normal = xyz(block.normal);
    text.rotation = angle;
    text.horizontalAlignment = ALIGNMENTS[attachment % 3] ?? TextHorizontalAlignment.Left;
    text.insertPoint = xyz(plus(at, down, top + height + pitch * index));
    text.alignmentPoint = text.insertPoint;
    if (block.style !== null) {
      text.style = block.style;
      text.widthFactor = block.style.width > 0 ? block.style.width : 1;
      text.obliqueAngle = block.style.obliqueAngle;
    }
    return [text];
  });
}

/** Returns an MTEXT as one TEXT per line. */
export function mtextLines(mtext: MText): TextEntity[] {
  return textLines(mtext, {
    value: mtext.value,
    height: mtext.height,
    attachment: mtext.attachmentPoint,
    at: plain(mtext.insertPoint),
    direction: plain(mtext.alignmentPoint),
    normal: plain(mtext.normal),
    width: mtext.rectangleWidth,
    spacing: mtext.lineSpacing,
    style: mtext.style,
  });
}

/** Returns the texts of a TOLERANCE frame, with bars between cells; its symbols (from a special font) become letters. */
export function toleranceLines(tolerance: Tolerance): TextEntity[] {
  const value = tolerance.text.replace(/\{\\[Ff]gdt;(.)\}/g, '$1').replace(/%%v/g, ' | ');
  const style = tolerance.style;
  const height = (style.textHeight > 0 ? style.textHeight : 1) * (style.scaleFactor > 0 ? style.scaleFactor : 1);
  return textLines(tolerance, {
    value,
    height,
    attachment: 4,
    at: plain(tolerance.insertionPoint),
    direction: plain(tolerance.direction),
    normal: plain(tolerance.normal),
    width: 0,
    spacing: 1,
    style: style.style,
  });
}

/** Returns a TEXT longer than R12 allows as several below each other; null if it is not longer. */
export function splitText(text: TextEntity): TextEntity[] | null {
  if (encodedLength(text.value) <= LONGEST_LINE) return null;
  const axes = axesOf(plain(text.normal));
  const direction = point(Math.cos(text.rotation), Math.sin(text.rotation));
  const world = (p: Point3) => plus(plus(plus(point(0, 0), axes.x, p.x), axes.y, p.y), axes.z, p.z);
  return textLines(text, {
    value: text.value.replace(/[\\{}]/g, '\\$&'),
    height: text.height,
    attachment: 7,
    at: world(plain(text.insertPoint)),
    direction: world(direction),
    normal: plain(text.normal),
    width: 0,
    spacing: 1,
    style: text.style,
  });
}
