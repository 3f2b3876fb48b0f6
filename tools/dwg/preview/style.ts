import { Color, type Entity, type Layer, type LineType } from '@node-projects/acad-ts';
import type { Look, Pen } from './shapes.ts';

/** What entities of a block take from the reference that shows them. */
export interface Inherited {
  readonly layer: Layer;
  readonly color: string;
  readonly millimetres: number;
  readonly lineType: LineType | null;
}

/** How an entity looks once layers and blocks are asked. */
export interface Style extends Inherited, Look {
  /** What the entity itself multiplies its dashes by. */
  readonly dashScale: number;
}

/** How all that is drawn is plotted. */
export interface Plot {
  /** `#rrggbb` of colour 7 and of what has no colour: black on white paper, white on a dark ground. */
  readonly foreground: string;
  /** Whether everything has that colour. */
  readonly monochrome: boolean;
  /** What line weights are multiplied by; 0: all lines are as thin as can be seen. */
  readonly weights: number;
}

/** Whether a ground (`#rrggbb`) is one on which white is seen better than black (luma of Rec. 601). */
export function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

/** Black on white paper, white on a dark screen. */
const FOREGROUND = 7;
/** Lines whose weight nobody says: the default of AutoCAD's LWDEFAULT. */
const DEFAULT_MILLIMETRES = 0.18;
/** Thinner ones would hardly be seen. */
const LEAST_MILLIMETRES = 0.09;
const [BY_LAYER, BY_BLOCK] = [-1, -2];

/** `#rrggbb` of a colour that is neither BYLAYER nor BYBLOCK. */
export function rgb(color: Color, { foreground, monochrome }: Plot): string {
  if (monochrome) return foreground;
  if (!color.isTrueColor && (color.index === FOREGROUND || color.index < 1 || color.index > 255)) return foreground;
  const parts = color.isTrueColor ? color.getTrueColorRgb() : Color.getIndexRGB(color.index);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const weight = (hundredths: number, { weights }: Plot): number =>
  Math.max(LEAST_MILLIMETRES, (hundredths < 0 ? DEFAULT_MILLIMETRES : hundredths / 100) * weights);

const named = (lineType: LineType | null, name: string): boolean => lineType?.name.toUpperCase() === name;

/** Of a colour book DWG has the colour apart, and says BYBLOCK in the entity. */
const colorOf = ({ bookColor, color }: Entity): Color =>
  color.isByBlock && bookColor?.color.isTrueColor ? bookColor.color : color;

/**
 * By the rules of AutoCAD: what is BYLAYER comes from the layer, what is BYBLOCK from the reference that shows the block, and
 * layer 0 inside a block is the layer of that reference.
 * @param inherited null: the entity is in no block
 */
export function styleOf(entity: Entity, inherited: Inherited | null, plot: Plot): Style {
  const layer = inherited !== null && entity.layer.name === '0' ? inherited.layer : entity.layer;
  const { lineWeight, lineType, transparency } = entity;
  const color = colorOf(entity);
  const see = transparency.value;
  return {
    layer,
    color: color.isByBlock ? (inherited?.color ?? plot.foreground) : rgb(color.isByLayer ? layer.color : color, plot),
    millimetres:
      lineWeight === BY_BLOCK
        ? (inherited?.millimetres ?? weight(BY_BLOCK, plot))
        : weight(lineWeight === BY_LAYER ? layer.lineWeight : lineWeight, plot),
    lineType: named(lineType, 'BYBLOCK')
      ? (inherited?.lineType ?? null)
      : named(lineType, 'BYLAYER')
        ? layer.lineType
        : lineType,
    // Percent; what is not among them says that the layer or the block has it.
    opacity: see > 0 && see <= 90 ? 1 - see / 100 : 1,
    dashScale: entity.lineTypeScale > 0 ? entity.lineTypeScale : 1,
  };
}

/**
 * Dash, gap, dash … of a linetype, drawing units; null: without gaps. Letters and shapes on the line are left out.
 * @param scale of the whole drawing ($LTSCALE) times that of the entity
 */
export function dashesOf(lineType: LineType | null, scale: number): readonly number[] | null {
  const dashes: number[] = [];
  for (const { length } of lineType?.segments ?? []) {
    const isGap = length < 0;
    // Dashes are at even places, gaps at odd ones; what follows its own kind makes it longer.
    if ((dashes.length % 2 === 1) === isGap) dashes.push(Math.abs(length) * scale);
    else if (dashes.length > 0) dashes[dashes.length - 1] = (dashes.at(-1) ?? 0) + Math.abs(length) * scale;
    else dashes.push(0, Math.abs(length) * scale);
  }
  if (dashes.length < 2 || !dashes.every(Number.isFinite)) return null;
  // It begins and ends with a dash: the next round's first one is the same dash.
  if (dashes.length % 2 === 1) dashes[0] = (dashes[0] ?? 0) + (dashes.pop() ?? 0);
  return dashes.length < 2 ? null : dashes;
}

export const penOf = ({ color, opacity, millimetres, lineType, dashScale }: Style, drawingScale: number): Pen => ({
  color,
  opacity,
  millimetres,
  dashes: dashesOf(lineType, drawingScale * dashScale),
});
