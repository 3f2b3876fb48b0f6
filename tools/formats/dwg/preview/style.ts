import { Color, type Entity, type Layer, type LineType } from '@node-projects/acad-ts';
import type { Look, Pen } from './shapes.ts';

/** Properties that entities of a block inherit from the reference. */
export interface Inherited {
  readonly layer: Layer;
  readonly color: string;
  readonly millimetres: number;
  readonly lineType: LineType | null;
}

/** Look of an entity after resolving layers and blocks. */
export interface Style extends Inherited, Look {
  /** The entity's own factor for its dashes. */
  readonly dashScale: number;
}

/** Plot settings for everything that is drawn. */
export interface Plot {
  /** Colour 7 and default colour, `#rrggbb`: black on white paper, white on a dark background. */
  readonly foreground: string;
  /** Whether everything has that colour. */
  readonly monochrome: boolean;
  /** Factor of line weights; 0: all lines are as thin as is visible. */
  readonly weights: number;
}

/** Whether white is better visible than black on a background (`#rrggbb`; luma of Rec. 601). */
export function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

/** Black on white paper, white on a dark screen. */
const FOREGROUND = 7;
/** Default line weight: that of AutoCAD's LWDEFAULT. */
const DEFAULT_MILLIMETRES = 0.18;
/** Thinner lines would hardly be visible. */
const LEAST_MILLIMETRES = 0.09;
const [BY_LAYER, BY_BLOCK] = [-1, -2];

/** Returns `#rrggbb` of a colour that is neither BYLAYER nor BYBLOCK. */
export function rgb(color: Color, { foreground, monochrome }: Plot): string {
  if (monochrome) return foreground;
  if (!color.isTrueColor && (color.index === FOREGROUND || color.index < 1 || color.index > 255)) return foreground;
  const parts = color.isTrueColor ? color.getTrueColorRgb() : Color.getIndexRGB(color.index);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const weight = (hundredths: number, { weights }: Plot): number =>
  Math.max(LEAST_MILLIMETRES, (hundredths < 0 ? DEFAULT_MILLIMETRES : hundredths / 100) * weights);

const named = (lineType: LineType | null, name: string): boolean => lineType?.name.toUpperCase() === name;

/** For a colour of a colour book, DWG stores the colour separately, and BYBLOCK in the entity. */
const colorOf = ({ bookColor, color }: Entity): Color =>
  color.isByBlock && bookColor?.color.isTrueColor ? bookColor.color : color;

/**
 * Resolves a style by the rules of AutoCAD: BYLAYER properties come from the layer, BYBLOCK ones from the block's reference, and layer 0
 * inside a block is the layer of that reference.
 * @param inherited null if the entity is in no block
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
    // Percent; other values mean that it comes from the layer or the block.
    opacity: see > 0 && see <= 90 ? 1 - see / 100 : 1,
    dashScale: entity.lineTypeScale > 0 ? entity.lineTypeScale : 1,
  };
}

/**
 * Returns dash, gap, dash … of a linetype, drawing units; null for no gaps. Letters and shapes on the line are left out.
 * @param scale that of the whole drawing ($LTSCALE) times that of the entity
 */
export function dashesOf(lineType: LineType | null, scale: number): readonly number[] | null {
  const dashes: number[] = [];
  for (const { length } of lineType?.segments ?? []) {
    const isGap = length < 0;
    // Dashes have even indexes, gaps odd ones; one after another of the same kind extends it.
    if ((dashes.length % 2 === 1) === isGap) dashes.push(Math.abs(length) * scale);
    else if (dashes.length > 0) dashes[dashes.length - 1] = (dashes.at(-1) ?? 0) + Math.abs(length) * scale;
    else dashes.push(0, Math.abs(length) * scale);
  }
  if (dashes.length < 2 || !dashes.every(Number.isFinite)) return null;
  // It begins and ends with a dash: the first one of the next round is the same dash.
  if (dashes.length % 2 === 1) dashes[0] = (dashes[0] ?? 0) + (dashes.pop() ?? 0);
  return dashes.length < 2 ? null : dashes;
}

export const penOf = ({ color, opacity, millimetres, lineType, dashScale }: Style, drawingScale: number): Pen => ({
  color,
  opacity,
  millimetres,
  dashes: dashesOf(lineType, drawingScale * dashScale),
});
