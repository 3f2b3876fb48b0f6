import {
  type TextEntity,
  TextHorizontalAlignment,
  TextMirrorFlag,
  TextVerticalAlignmentType,
} from '@node-projects/acad-ts';
import { unescapeUnicode } from '../text.ts';
import { distance, type Point3, plain, plus, point } from '../versions/geometry.ts';
import { type Affine, placed, planeOf, turned, within } from './affine.ts';
import { DESCENT, textWidth } from './letters.ts';
import { flat, type PlacedText } from './shapes.ts';

/** Characters that an SVG cannot hold: most control characters, unpaired surrogates (XML 1.0, 2.2). */
const UNFIT = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const SYMBOLS: Readonly<Record<string, string>> = { c: 'Ø', d: '°', p: '±', '%': '%', u: '', o: '', k: '' };

/** Returns the letters of a TEXT: `%%c` and similar codes are symbols, or switch lines above and below, which are not drawn. */
export const shownText = (value: string): string =>
  unescapeUnicode(value)
    .replace(/%%(\d{3})/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/%%([cdpuok%])/gi, (_, code: string) => SYMBOLS[code.toLowerCase()] ?? '')
    .replace(UNFIT, '');

const ANCHORS: Readonly<Record<TextHorizontalAlignment, PlacedText['anchor']>> = {
  [TextHorizontalAlignment.Left]: 'start',
  [TextHorizontalAlignment.Center]: 'middle',
  [TextHorizontalAlignment.Right]: 'end',
  [TextHorizontalAlignment.Aligned]: 'start',
  [TextHorizontalAlignment.Middle]: 'middle',
  [TextHorizontalAlignment.Fit]: 'start',
};

/** Height of the baseline above the alignment point, in heights of capitals. */
const RISES: Readonly<Record<TextVerticalAlignmentType, number>> = {
  [TextVerticalAlignmentType.Baseline]: 0,
  [TextVerticalAlignmentType.Bottom]: DESCENT,
  [TextVerticalAlignmentType.Middle]: -0.5,
  [TextVerticalAlignmentType.Top]: -1,
};

interface Stretch {
  readonly rotation: number;
  readonly height: number;
  readonly widthFactor: number;
}

/** Stretches text between two points: as wide as their distance, and (Aligned) as high as that makes it. */
function stretched(text: TextEntity, value: string, from: Point3, to: Point3): Stretch {
  const way = plus(to, from, -1);
  const room = distance(from, to);
  const usual = textWidth(value);
  const { height } = text;
  if (!(room > 0) || usual === 0) return { rotation: text.rotation, height, widthFactor: text.widthFactor || 1 };
  const rotation = Math.atan2(way.y, way.x);
  if (text.horizontalAlignment === TextHorizontalAlignment.Fit)
    return { rotation, height, widthFactor: room / (usual * height) };
  const widthFactor = text.widthFactor > 0 ? text.widthFactor : 1;
  return { rotation, height: room / (usual * widthFactor), widthFactor };
}

/**
 * Places a TEXT, or another entity with its fields. Returns null if there is nothing to see.
 * @param shown its letters, with their codes
 */
export function placeText(text: TextEntity, shown: string, to: Affine): PlacedText | null {
  const value = shownText(shown);
  if (value.trim() === '') return null;
  const { horizontalAlignment: across, verticalAlignment: upright } = text;
  const first = plain(text.insertPoint);
  const second = text.alignmentPoint === undefined ? first : plain(text.alignmentPoint);
  const isBetween = across === TextHorizontalAlignment.Aligned || across === TextHorizontalAlignment.Fit;
  const isLeftOnLine = across === TextHorizontalAlignment.Left && upright === TextVerticalAlignmentType.Baseline;
  const { rotation, height, widthFactor } = isBetween
    ? stretched(text, value, first, second)
    : { rotation: text.rotation, height: text.height, widthFactor: text.widthFactor > 0 ? text.widthFactor : 1 };
  if (!(height > 0)) return null;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const slant = Math.tan(text.obliqueAngle);
  const backward = (text.mirror & TextMirrorFlag.Backward) !== 0 ? -1 : 1;
  const upsideDown = (text.mirror & TextMirrorFlag.UpsideDown) !== 0 ? -1 : 1;
  const along = point(cos * height * widthFactor * backward, sin * height * widthFactor * backward);
  const across90 = point(-sin * height * upsideDown, cos * height * upsideDown);
  const up = plus(across90, along, Number.isFinite(slant) ? slant : 0);
  const rise = across === TextHorizontalAlignment.Middle ? -0.5 : RISES[upright];
  const at = plus(isLeftOnLine || isBetween ? first : second, across90, rise);
  const plane = within(to, planeOf(plain(text.normal)));
  return {
    value,
    at: flat(placed(plane, at)),
    along: flat(turned(plane, along)),
    up: flat(turned(plane, up)),
    anchor: ANCHORS[across] ?? 'start',
  };
}

/** Returns the approximate corners of a line of text. */
export function textBox({ value, at, along, up, anchor }: PlacedText): readonly Point3[] {
  const width = textWidth(value);
  const start = { start: 0, middle: -width / 2, end: -width }[anchor];
  const corner = (times: number, high: number) =>
    plus(plus(point(at.x, at.y), point(along.x, along.y), times), point(up.x, up.y), high);
  return [corner(start, -DESCENT), corner(start + width, -DESCENT), corner(start + width, 1), corner(start, 1)];
}
