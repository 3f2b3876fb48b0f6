import {
  type BlockRecord,
  type CadDocument,
  type Layout,
  PlotPaperUnits,
  PlotRotation,
  Viewport,
} from '@node-projects/acad-ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { Box } from './boxes.ts';
import { showsModel } from './viewports.ts';

/** Content of one picture. */
export interface Shown {
  readonly block: BlockRecord;
  /** Null for the model. */
  readonly layout: Layout | null;
  /** Name of the layout; null for the model. */
  readonly name: string | null;
}

const MODEL = /^\*model_space/i;
const SHEET = /^\*paper_space/i;

/**
 * Returns the model, a layout by its name, or all with content (`all`, the model first). Without a name, returns the model, or the first
 * layout with content if the model is empty.
 * @throws ConversionError `option_invalid` if the drawing has no such layout
 */
export function shownSheets(document: CadDocument, name: string | null, filename: string): readonly Shown[] {
  const blocks = [...(document.blockRecords ?? [])];
  const block = document.modelSpace ?? blocks.find((each) => MODEL.test(each.name));
  if (block === undefined || block === null) throw new Error('a drawing that was read has a model');
  const model: Shown = { block, layout: null, name: null };
  const layouts = blocks
    .filter((each) => SHEET.test(each.name))
    .map((each): Shown => ({ block: each, layout: each.layout, name: each.layout?.name ?? each.name }))
    .sort((one, other) => (one.layout?.tabOrder ?? 0) - (other.layout?.tabOrder ?? 0));
  if (name === null) return [isUsed(model) ? model : (layouts.find(hasOwn) ?? model)];
  const key = name.toLowerCase();
  if (key === 'model') return [model];
  if (key === 'all') {
    const used = [model, ...layouts].filter(isUsed);
    return used.length > 0 ? used : [model];
  }
  const found = layouts.find((layout) => layout.name?.toLowerCase() === key);
  if (found !== undefined) return [found];
  const names = layouts.map((layout) => layout.name).filter((each) => each !== null);
  const message = `${filename} has no layout "${name}". ${names.length === 0 ? 'It has only its model' : `It has: model, ${names.join(', ')}`}.`;
  throw new ConversionError('option_invalid', message, { details: { option: 'cad_layout', layouts: names } });
}

const hasOwn = ({ block }: Shown): boolean => [...block.entities].some((entity) => !(entity instanceof Viewport));

const isUsed = ({ block }: Shown): boolean =>
  [...block.entities].some((entity) => !(entity instanceof Viewport) || showsModel(entity));

/** The paper of a layout. */
interface LayoutPaper {
  /** Box in the units of the layout. */
  readonly box: Box;
  /** Millimetres per unit. */
  readonly unit: number;
}

const INCH = 25.4;

/** Returns the paper that a layout is set up for (Autodesk's DXF reference, PLOTSETTINGS); null if there is none. */
export function paperOf(layout: Layout | null): LayoutPaper | null {
  if (layout === null) return null;
  const {
    paperWidth,
    paperHeight,
    paperRotation,
    paperUnits,
    unprintableMargin: margin,
    plotOriginX,
    plotOriginY,
  } = layout;
  const { numeratorScale, denominatorScale } = layout;
  const ratio = numeratorScale > 0 && denominatorScale > 0 ? numeratorScale / denominatorScale : 1;
  const unit = (paperUnits === PlotPaperUnits.Inches ? INCH : 1) * ratio;
  if (!(paperWidth > 0) || !(paperHeight > 0)) return null;
  const isTurned = paperRotation === PlotRotation.Degrees90 || paperRotation === PlotRotation.Degrees270;
  const [width, height] = isTurned ? [paperHeight, paperWidth] : [paperWidth, paperHeight];
  const [left, bottom] = cornerOf(margin, paperRotation);
  const low = { x: -(left + plotOriginX) / unit, y: -(bottom + plotOriginY) / unit };
  return { box: { low, high: { x: low.x + width / unit, y: low.y + height / unit } }, unit };
}

/** Returns the left and bottom margins after the paper is turned. */
function cornerOf(
  { left, bottom, right, top }: Layout['unprintableMargin'],
  rotation: PlotRotation,
): readonly [left: number, bottom: number] {
  switch (rotation) {
    case PlotRotation.Degrees90:
      return [bottom, right];
    case PlotRotation.Degrees180:
      return [right, top];
    case PlotRotation.Degrees270:
      return [top, left];
    default:
      return [left, bottom];
  }
}
