import { Color } from '@node-projects/acad-ts';
import { unescapeUnicode } from '../text.ts';

/* The format codes of MTEXT (Autodesk's help: "Multiline text formatting codes"; DXF reference, MTEXT). */

/** Look of letters, as far as format codes change it. */
export interface LetterStyle {
  /** Null for the entity's colour. */
  readonly color: Color | null;
  /** Height of capitals, drawing units. */
  readonly height: number;
  /** Multiple of the usual width of letters. */
  readonly width: number;
  /** Slant, degrees. */
  readonly oblique: number;
  /** Multiple of the usual distance of letters. */
  readonly tracking: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  readonly overlined: boolean;
  readonly struck: boolean;
  /** Vertical position of smaller letters in a line of larger ones. */
  readonly stand: 'bottom' | 'middle' | 'top';
}

export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly style: LetterStyle }
  | { readonly kind: 'tab'; readonly style: LetterStyle }
  /** Two texts above each other, with a line, a slash or nothing between them. */
  | {
      readonly kind: 'stack';
      readonly upper: string;
      readonly lower: string;
      readonly divider: 'line' | 'slash' | 'none';
      readonly style: LetterStyle;
    };

export type Alignment = 'left' | 'center' | 'right' | 'justified';

/** Lengths in drawing units. */
interface ParagraphStyle {
  /** Null for the alignment by the attachment of the MTEXT. */
  readonly alignment: Alignment | null;
  /** Indent of the first line, from `left`. */
  readonly indent: number;
  readonly left: number;
  readonly right: number;
  readonly tabs: readonly number[];
}

export interface Paragraph extends ParagraphStyle {
  readonly pieces: readonly Piece[];
  /** Height of letters for an empty line. */
  readonly height: number;
  /** Whether a column starts after it. */
  readonly endsColumn: boolean;
}

const PLAIN_PARAGRAPH: ParagraphStyle = { alignment: null, indent: 0, left: 0, right: 0, tabs: [] };

/** The letter that switches a line on or off, and the changed property. */
const LINES: Readonly<Record<string, Partial<LetterStyle>>> = {
  L: { underlined: true },
  l: { underlined: false },
  O: { overlined: true },
  o: { overlined: false },
  K: { struck: true },
  k: { struck: false },
};

const STANDS = ['bottom', 'middle', 'top'] as const;
/** Codes with a value, up to a semicolon. */
const WITH_VALUE = /^\\([ACcFfHpQTWS])((?:\\.|[^;\\])*);?/;
const ALIGNMENTS: Readonly<Record<string, Alignment>> = {
  l: 'left',
  c: 'center',
  r: 'right',
  j: 'justified',
  d: 'justified',
};

/**
 * Parses the paragraphs of an MTEXT value.
 * @param start look of its letters before any code
 */
export function parsedText(value: string, start: LetterStyle): Paragraph[] {
  const parser = new Parser(start);
  parser.parse(unescapeUnicode(value));
  return parser.finish();
}

class Parser {
  readonly #paragraphs: Paragraph[] = [];
  readonly #outer: LetterStyle[] = [];
  #style: LetterStyle;
  #paragraph: ParagraphStyle = PLAIN_PARAGRAPH;
  #pieces: Piece[] = [];
  #text = '';

  constructor(start: LetterStyle) {
    this.#style = start;
  }

  parse(value: string): void {
    for (let rest = value; rest !== ''; ) rest = rest.slice(this.#next(rest));
  }

  finish(): Paragraph[] {
    this.#end(false);
    return this.#paragraphs;
  }

  /** Reads the start of a text, and returns how many characters that is. */
  #next(rest: string): number {
    const [first = '', second = ''] = rest;
    if (first === '{') this.#outer.push(this.#style);
    else if (first === '}') this.#change(this.#outer.pop() ?? this.#style);
    else if (first === '\n') this.#end(false);
    else if (first === '\t') this.#tab();
    else if (first === '^') return this.#control(second);
    else if (first === '\\') return this.#code(rest, second);
    else if (first !== '\r') {
      const plain = /^[^{}\\^\t\r\n]+/.exec(rest)?.[0] ?? first;
      this.#text += plain;
      return plain.length;
    }
    return 1;
  }

  /** Handles `^I`, `^J` and `^M`: a tab and line ends. */
  #control(letter: string): number {
    if (letter === 'I') this.#tab();
    else if (letter === 'J') this.#end(false);
    else if (letter !== 'M') this.#text += letter === ' ' ? '^' : `^${letter}`;
    return 2;
  }

  #code(rest: string, letter: string): number {
    const line = LINES[letter];
    if (line !== undefined) this.#change({ ...this.#style, ...line });
    else if (letter === 'P' || letter === 'X') this.#end(false);
    else if (letter === 'N') this.#end(true);
    else if (letter === '~') this.#text += '\u00a0';
    else {
      const [whole, code, value] = WITH_VALUE.exec(rest) ?? [];
      if (whole !== undefined && code !== undefined && value !== undefined) {
        this.#withValue(code, value);
        return whole.length;
      }
      this.#text += letter;
    }
    return 1 + letter.length;
  }

  #withValue(code: string, value: string): void {
    if (code === 'S') this.#stack(value);
    else if (code === 'p') this.#paragraph = withCodes(this.#paragraph, value, this.#style.height);
    else this.#change(changed(this.#style, code, value));
  }

  #stack(value: string): void {
    this.#flush();
    const text = value.replace(/\\(.)/g, '$1');
    const at = text.search(/[\^/#]/);
    const divider = ({ '/': 'line', '#': 'slash' } as const)[text[at] ?? ''] ?? 'none';
    const [upper, lower] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    this.#pieces.push({ kind: 'stack', upper: upper.trim(), lower: lower.trim(), divider, style: this.#style });
  }

  #tab(): void {
    this.#flush();
    this.#pieces.push({ kind: 'tab', style: this.#style });
  }

  #change(style: LetterStyle): void {
    this.#flush();
    this.#style = style;
  }

  #flush(): void {
    if (this.#text !== '') this.#pieces.push({ kind: 'text', text: this.#text, style: this.#style });
    this.#text = '';
  }

  #end(endsColumn: boolean): void {
    this.#flush();
    this.#paragraphs.push({ ...this.#paragraph, pieces: this.#pieces, height: this.#style.height, endsColumn });
    this.#pieces = [];
  }
}

function changed(style: LetterStyle, code: string, value: string): LetterStyle {
  const number = Number.parseFloat(value);
  switch (code) {
    case 'A':
      return { ...style, stand: STANDS[number] ?? style.stand };
    case 'C':
      return { ...style, color: number >= 0 && number <= 256 ? new Color(number) : style.color };
    case 'c':
      // Blue, green and red, from the highest byte.
      return number >= 0
        ? { ...style, color: new Color(number & 255, (number >> 8) & 255, (number >> 16) & 255) }
        : style;
    case 'F':
    case 'f':
      return { ...style, bold: /\|b1/i.test(value), italic: /\|i1/i.test(value) };
    case 'H':
      return number > 0 ? { ...style, height: /x$/i.test(value.trim()) ? style.height * number : number } : style;
    case 'Q':
      return Number.isFinite(number) ? { ...style, oblique: number } : style;
    case 'T':
      return number > 0 ? { ...style, tracking: number } : style;
    default:
      if (!(number > 0)) return style;
      return { ...style, width: /x$/i.test(value.trim()) ? style.width * number : number };
  }
}

/** `\pi-2,l4,qc,t4,8;`: indents and tabs are multiples of the height of the letters. */
function withCodes(paragraph: ParagraphStyle, value: string, height: number): ParagraphStyle {
  const result = { ...paragraph };
  const tabs = /t((?:[-\d.]+z?,?|[clr]?[\d.]+,?)*)/.exec(value);
  if (tabs !== null) result.tabs = [...(tabs[1] ?? '').matchAll(/[\d.]+/g)].map(([stop]) => Number(stop) * height);
  const rest = value.replace(tabs?.[0] ?? '', '');
  for (const [, code = '', text = ''] of rest.matchAll(/([ilrq])([-\w.*]*)/g)) {
    const number = text === '*' ? 0 : Number.parseFloat(text) * height;
    if (code === 'q') result.alignment = ALIGNMENTS[text[0] ?? ''] ?? null;
    else if (Number.isFinite(number)) {
      if (code === 'i') result.indent = number;
      else if (code === 'l') result.left = number;
      else result.right = number;
    }
  }
  return result;
}
