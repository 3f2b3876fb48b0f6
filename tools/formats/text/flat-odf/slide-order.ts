import type { OdfAttributes } from './xml-events.ts';

/** A rectangle on a slide, inches. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A part of a slide with its place; null if its place is unknown or it is rotated. */
export interface Placed {
  readonly html: string;
  readonly area: Area | null;
}

/** Slides with more parts are not sorted, because all pairs are compared. */
const MOST = 500;

/** Share of the smaller part that an upper part may overlap, because boxes are often larger than their text. */
const HALF = 0.5;

/**
 * Returns the parts of a slide in reading order. The drawing order is mostly the intended one, so parts keep it, except a part that is
 * below another and was drawn before it, such as a line under a table.
 */
export function inReadingOrder(parts: readonly Placed[]): string {
  if (parts.length > MOST) return parts.map(({ html }) => html).join('');
  const isAbove = parts.map(({ area }) => parts.map((other) => lies(area, other.area)));
  const waitsFor = parts.map((_, index) => isAbove.filter((below) => below[index]).length);
  const left = new Set(parts.keys());
  const ordered: string[] = [];
  while (left.size > 0) {
    // A part above has its middle above, so there is always one that waits for no other.
    const next = [...left].find((index) => waitsFor[index] === 0) ?? 0;
    left.delete(next);
    ordered.push(parts[next]?.html ?? '');
    for (const index of left) if (isAbove[next]?.[index]) waitsFor[index] = (waitsFor[index] ?? 0) - 1;
  }
  return ordered.join('');
}

/** Whether a part is above another, not only beside it. */
function lies(area: Area | null, other: Area | null): boolean {
  if (area === null || other === null) return false;
  if (area.top + area.height / 2 >= other.top + other.height / 2) return false;
  const across = Math.min(area.left + area.width, other.left + other.width) - Math.max(area.left, other.left);
  const down = area.top + area.height - other.top;
  return across > HALF * Math.min(area.width, other.width) && down <= HALF * Math.min(area.height, other.height);
}

/** Returns the area that all parts of a group cover together. */
export function areaAround(parts: readonly Placed[]): Area | null {
  return parts.reduce<Area | null>((around, { area }) => {
    if (around === null || area === null) return around ?? area;
    const left = Math.min(around.left, area.left);
    const top = Math.min(around.top, area.top);
    const width = Math.max(around.left + around.width, area.left + area.width) - left;
    const height = Math.max(around.top + around.height, area.top + area.height) - top;
    return { left, top, width, height };
  }, null);
}

/** Returns the position and size that an element states. */
export function areaOf(attributes: OdfAttributes): Area | null {
  const [left, top, width, height] = ['svg:x', 'svg:y', 'svg:width', 'svg:height'].map((name) =>
    inches(attributes[name] ?? ''),
  );
  if (left === undefined || top === undefined || width === undefined || height === undefined) return null;
  return [left, top, width, height].some(Number.isNaN) ? null : { left, top, width, height };
}

const PER_INCH: Readonly<Record<string, number>> = { in: 1, cm: 2.54, mm: 25.4, pt: 72 };

/** Returns NaN if the text is not a length. */
function inches(text: string): number {
  const [, number = 'NaN', unit = ''] = /^(-?[\d.]+)(in|cm|mm|pt)$/.exec(text) ?? [];
  return Number(number) / (PER_INCH[unit] ?? 1);
}
