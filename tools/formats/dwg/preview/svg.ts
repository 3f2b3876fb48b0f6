import { clipped, type Sheet } from './fit.ts';
import { CAPITAL_HEIGHT } from './letters.ts';
import type { Gradient, Look, Path, Pen, PlacedText, Point2, Shape } from './shapes.ts';

const MM_PER_INCH = 25.4;
/** CSS pixels per inch. */
const PIXELS_PER_INCH = 96;
const DOT_RADIUS = 0.25;
/** A pattern shorter than this, millimetres, looks like a line without gaps. */
const SHORTEST_PATTERN = 0.8;
/** Visible length of a dot in a linetype. */
const SHORTEST_DASH = 0.1;
/** Longest path of one element, as programs are slow with longer attributes; characters. */
const LONGEST_PATH = 50_000;
const FONTS = "'Liberation Sans', Arial, Helvetica, 'DejaVu Sans', 'Noto Sans', sans-serif";

/** Rounds to thousandths: on paper, a thousandth of a millimetre is below the resolution of any printer. */
const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/**
 * Yields the parts of an SVG with these shapes on paper, seen from above.
 * @param background `#rrggbb` of the paper
 */
export function* svgOf(shapes: readonly Shape[], sheet: Sheet, background: string): Generator<string> {
  const [width, height] = [sheet.width, sheet.height].map(number) as [string, string];
  const pixels = (millimetres: number): string => number((millimetres / MM_PER_INCH) * PIXELS_PER_INCH);
  yield `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels(sheet.width)}" height="${pixels(sheet.height)}" viewBox="0 0 ${width} ${height}">\n`;
  // Larger than the sheet, so that a partly covered last row of pixels is paper, too.
  yield `<rect x="-1" y="-1" width="${number(sheet.width + 2)}" height="${number(sheet.height + 2)}" fill="${background}"/>\n`;
  yield `<g fill="none" stroke-linejoin="round" font-family="${FONTS}" xml:space="preserve">\n`;
  yield* elements(shapes, sheet, new Names());
  yield '</g>\n</svg>\n';
}

/** Generates ids for references between elements. */
class Names {
  #count = 0;

  next(): string {
    this.#count += 1;
    return `d${this.#count}`;
  }
}

function* elements(shapes: readonly Shape[], sheet: Sheet, names: Names): Generator<string> {
  const lines = new Lines();
  for (const shape of shapes) {
    if (isThin(shape)) {
      yield* lines.add(styleAttributes(shape, sheet), pathData(shape, sheet));
      continue;
    }
    // Texts hide nothing, and thin lines hardly anything; areas do.
    if (shape.kind !== 'text') yield* lines.finish();
    if (shape.kind === 'clipped') yield* clippedGroup(shape, sheet, names);
    else if (shape.kind === 'text') yield textElement(shape.text, shape.look, sheet);
    else yield* filled(shape, sheet, names);
  }
  yield* lines.finish();
}

function* clippedGroup(shape: Extract<Shape, { kind: 'clipped' }>, sheet: Sheet, names: Names): Generator<string> {
  const name = names.next();
  const region = shape.region.map((path) => dataOf(path, sheet)).join('');
  yield `<clipPath id="${name}"><path clip-rule="evenodd" d="${region}"/></clipPath>\n<g clip-path="url(#${name})">\n`;
  yield* elements(shape.shapes, sheet, names);
  yield '</g>\n';
}

/** Yields an area, or a line whose width is in drawing units. */
function* filled(shape: Extract<Shape, { kind: 'line' | 'area' }>, sheet: Sheet, names: Names): Generator<string> {
  const gradient = shape.kind === 'area' ? shape.gradient : undefined;
  if (gradient === undefined) {
    yield pathElement(styleAttributes(shape, sheet), pathData(shape, sheet));
    return;
  }
  const name = names.next();
  yield gradientElement(gradient, name, sheet);
  yield pathElement(`fill="url(#${name})" fill-rule="evenodd"`, pathData(shape, sheet));
}

function gradientElement({ from, to, isRound, stops }: Gradient, name: string, sheet: Sheet): string {
  const [start, end] = [sheet.place(from), sheet.place(to)];
  const radius = Math.hypot(end.x - start.x, end.y - start.y);
  const [element, place] = isRound
    ? ['radialGradient', `cx="${number(start.x)}" cy="${number(start.y)}" r="${number(radius)}"`]
    : ['linearGradient', `x1="${number(start.x)}" y1="${number(start.y)}" x2="${number(end.x)}" y2="${number(end.y)}"`];
  const colors = stops.map(({ at, color }) => `<stop offset="${at}" stop-color="${color}"/>`).join('');
  return `<${element} id="${name}" gradientUnits="userSpaceOnUse" ${place}>${colors}</${element}>\n`;
}

type Thin = Extract<Shape, { kind: 'line' | 'endless' | 'dot' }>;

const isThin = (shape: Shape): shape is Thin =>
  shape.kind === 'dot' || shape.kind === 'endless' || (shape.kind === 'line' && 'millimetres' in shape.pen);

const pathElement = (attributes: string, data: string): string =>
  data === '' ? '' : `<path ${attributes} d="${data}"/>\n`;

/** Joins lines that look alike into one element: an element takes programs as long as a hundred lines. */
class Lines {
  /** Paths by their attributes. */
  readonly #open = new Map<string, string>();

  *add(attributes: string, data: string): Generator<string> {
    const paths = (this.#open.get(attributes) ?? '') + data;
    if (paths.length > LONGEST_PATH) yield pathElement(attributes, paths);
    this.#open.set(attributes, paths.length > LONGEST_PATH ? '' : paths);
  }

  *finish(): Generator<string> {
    for (const [attributes, paths] of this.#open) yield pathElement(attributes, paths);
    this.#open.clear();
  }
}

const opacity = ({ opacity: value }: Look): string => (value < 1 ? ` opacity="${number(value)}"` : '');

/** Shapes that are drawn by one path. */
type Drawn = Exclude<Shape, { kind: 'text' | 'clipped' }>;

function styleAttributes(shape: Drawn, sheet: Sheet): string {
  if (shape.kind === 'dot') return `fill="${shape.look.color}"${opacity(shape.look)}`;
  if (shape.kind === 'area') return `fill="${shape.look.color}" fill-rule="evenodd"${opacity(shape.look)}`;
  return strokeAttributes(shape.pen, sheet);
}

function strokeAttributes(pen: Pen, { scale }: Sheet): string {
  const isPen = 'millimetres' in pen;
  const width = isPen ? pen.millimetres : pen.units * scale;
  const ends = isPen ? ' stroke-linecap="round"' : ' stroke-linejoin="miter"';
  return `stroke="${pen.color}" stroke-width="${number(width)}"${pen.dashes === null ? ends : dashArray(pen.dashes, scale, ends)}${opacity(pen)}`;
}

function dashArray(dashes: readonly number[], scale: number, otherwise: string): string {
  const lengths = dashes.map((dash) => dash * scale);
  if (!(lengths.reduce((sum, dash) => sum + dash, 0) >= SHORTEST_PATTERN)) return otherwise;
  return ` stroke-dasharray="${lengths.map((dash) => number(Math.max(SHORTEST_DASH, dash))).join(' ')}"`;
}

function dataOf({ start, pieces, closed }: Path, { place }: Sheet): string {
  const at = (p: Point2): string => {
    const { x, y } = place(p);
    return `${number(x)} ${number(y)}`;
  };
  const rest = pieces.map(({ to, control }) =>
    control ? `C${at(control[0])} ${at(control[1])} ${at(to)}` : `L${at(to)}`,
  );
  return `M${at(start)}${rest.join('')}${closed ? 'Z' : ''}`;
}

function pathData(shape: Drawn, sheet: Sheet): string {
  switch (shape.kind) {
    case 'line':
      return dataOf(shape.path, sheet);
    case 'area':
      return shape.paths.map((path) => dataOf(path, sheet)).join('');
    case 'dot': {
      const { x, y } = sheet.place(shape.at);
      const round = `${DOT_RADIUS} ${DOT_RADIUS} 0 0 0`;
      return `M${number(x - DOT_RADIUS)} ${number(y)}a${round} ${2 * DOT_RADIUS} 0a${round} ${-2 * DOT_RADIUS} 0Z`;
    }
    case 'endless': {
      const ends = clipped(shape.from, shape.along, shape.both, sheet.box);
      return ends === null ? '' : dataOf({ start: ends[0], pieces: [{ to: ends[1] }], closed: false }, sheet);
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The font size is the height of capitals, and the matrix turns and stretches the text. */
function textElement(text: PlacedText, look: Look, { place, scale }: Sheet): string {
  const { value, at, along, up, anchor } = text;
  const height = Math.hypot(up.x, up.y);
  const size = (height * scale) / CAPITAL_HEIGHT;
  if (!(size > 0.001) || !Number.isFinite(size)) return '';
  const { x, y } = place(at);
  const matrix = [along.x, -along.y, -up.x, up.y].map((each) => (each / height).toPrecision(6));
  const place6 = [...matrix.map(Number), ...[x, y].map(number)].join(' ');
  const anchored = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  const font = [
    ...(text.bold ? [' font-weight="bold"'] : []),
    ...(text.italic ? [' font-style="italic"'] : []),
    ...(text.spread === undefined ? [] : [` letter-spacing="${number(text.spread * height * scale)}"`]),
  ].join('');
  const letters = value.replace(/[&<>]/g, (letter) => ESCAPES[letter] ?? '');
  return `<text transform="matrix(${place6})" font-size="${number(size)}"${font}${anchored} fill="${look.color}"${opacity(look)}>${letters}</text>\n`;
}
