import type { Box, Face, Picture, Style } from './page.ts';
import { numberOf, readPages } from './read-pages.ts';

/** Text of one style, between `x0` and `x1` of its run; the exact place is known only for whole runs. */
export interface Piece {
  readonly text: string;
  readonly style: Style;
}

/** A text of pdftohtml: pieces of one font on a line. */
export interface Run extends Box {
  readonly pieces: readonly Piece[];
}

export interface RunPage {
  readonly number: number;
  readonly runs: Run[];
  readonly pictures: Picture[];
}

/** pdftohtml rounds font sizes to whole units; at its largest zoom a unit is a third of a point. */
export const ZOOM = 3;

/** Largest number of pictures that are kept per page; a page with more is drawn from tiles. */
const MAX_PICTURES_A_PAGE = 500;

interface Font {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly face?: Face;
}

/** Reads the output of `pdftohtml -xml -noroundcoord -fontfullname -zoom 3`. `faces` includes the font and colour of the letters. */
export function readRunPages(path: string, { faces = false } = {}): AsyncGenerator<RunPage> {
  return readPages<RunPage>(path, (emit) => {
    const fonts = new Map<string, Font>();
    const known = new Map<string, Face>();
    let page: RunPage | null = null;
    let run: (Box & { pieces: Piece[]; font: Font }) | null = null;
    let [bold, italic] = [0, 0];
    let link: string | null = null;
    return {
      onopentag(name, attributes) {
        if (name === 'page') {
          page = { number: numberOf(attributes, 'number'), runs: [], pictures: [] };
        } else if (name === 'fontspec') {
          fonts.set(attributes.id ?? '', { ...fontOf(attributes), ...(faces && { face: faceOf(attributes, known) }) });
        } else if (name === 'image' && page !== null) {
          const src = attributes.src ?? '';
          if (page.pictures.length < MAX_PICTURES_A_PAGE && isOwnFile(src)) {
            page.pictures.push({ ...boxOf(attributes), src });
          }
        } else if (name === 'text') {
          run = { ...boxOf(attributes), pieces: [], font: fonts.get(attributes.font ?? '') ?? UNKNOWN };
          [bold, italic, link] = [0, 0, null];
        } else if (name === 'b') {
          bold += 1;
        } else if (name === 'i') {
          italic += 1;
        } else if (name === 'a') {
          link = safeLink(attributes.href);
        }
      },
      ontext(text) {
        if (run === null) return;
        const { font } = run;
        run.pieces.push({
          text,
          style: { ...font, bold: font.bold || bold > 0, italic: font.italic || italic > 0, link },
        });
      },
      onclosetag(name) {
        if (name === 'b') bold -= 1;
        else if (name === 'i') italic -= 1;
        else if (name === 'a') link = null;
        else if (name === 'text' && run !== null) {
          const { font: _font, ...rest } = run;
          page?.runs.push(rest);
          run = null;
        } else if (name === 'page' && page !== null) {
          emit(page);
          page = null;
        }
      },
    };
  });
}

const UNKNOWN: Font = { size: 0, bold: false, italic: false };

/*
 * pdftohtml marks the parts of a run whose font names contain `bold`, `italic` or `oblique`, and gives only the first part's font name.
 * These are other names of such fonts, including those of TeX (CMBX10, SFTI1000) and URW (NimbusRomNo9L-Medi, -ReguItal).
 */
const BOLD =
  /black|heavy|demi|-(?:bd|medi)(?:ital)?$|^(?:[A-Z]{6}\+)?(?:CM|SF|EC)(?:SS)?(?:BX?|BX?TI|BX?SL|BI|SX|XB)\d/i;
const ITALIC = /ital(?!ic)|^(?:[A-Z]{6}\+)?(?:CM|SF|EC)(?:SS)?(?:(?:BX)?(?:TI|SL)|BI|I|SI|SO)\d/i;

function fontOf(attributes: Readonly<Record<string, string>>): Font {
  const family = attributes.family ?? '';
  return {
    size: numberOf(attributes, 'size') / ZOOM,
    bold: BOLD.test(family),
    italic: ITALIC.test(family),
  };
}

function faceOf(attributes: Readonly<Record<string, string>>, known: Map<string, Face>): Face {
  // The name of a font subset has a prefix of six letters (ISO 32000-1, 9.6.4).
  const font = (attributes.family ?? '').replace(/^[A-Z]{6}\+/, '');
  const face = { font, family: familyOf(font), color: (attributes.color ?? '').replace('#', '').toUpperCase() };
  const key = `${face.color} ${face.font}`;
  const same = known.get(key) ?? face;
  known.set(key, same);
  return same;
}

/** Returns `Arial` for `ArialMT` and `Arial-BoldMT`, `jansontextltstd` for `JansonTextLTStd-Roman-Identity-H`. */
function familyOf(font: string): string {
  return font
    .toLowerCase()
    .replace(/-identity-[hv]$|[-,](?:roman|regu(?:lar)?|bold|obli(?:que)?|ital(?:ic)?|book|light|medi(?:um)?)+/g, '')
    .replace(/(?:ps)?mt$|[^\p{L}]/gu, '');
}

function boxOf(attributes: Readonly<Record<string, string>>): Box {
  const [x0, y0] = [numberOf(attributes, 'left') / ZOOM, numberOf(attributes, 'top') / ZOOM];
  return { x0, y0, x1: x0 + numberOf(attributes, 'width') / ZOOM, y1: y0 + numberOf(attributes, 'height') / ZOOM };
}

/** pdftohtml chooses the names of its pictures; a path with a folder or scheme is not one of them. */
function isOwnFile(src: string): boolean {
  return /^[\w-]+\.(?:png|jpe?g)$/.test(src);
}

/** Links within the PDF lead to pages, which flowing text does not have; scripts and local files are never kept. */
function safeLink(href: string | undefined): string | null {
  return href !== undefined && href.length <= 4096 && /^(?:https?:|ftp:|mailto:)/i.test(href) ? href : null;
}
