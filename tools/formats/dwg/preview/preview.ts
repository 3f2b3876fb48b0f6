import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { CadDocument } from '@node-projects/acad-ts';
import { readDrawing } from '../read.ts';
import { type Box, boxOf, commonBox } from './boxes.ts';
import { drawBlock } from './draw.ts';
import { EMPTY_BOX, MARGIN, type Paper, type Sheet, sheetFor } from './fit.ts';
import type { PreviewJob, PreviewOptions, PreviewResult, PreviewSheet } from './job.ts';
import { chosenLayers, unknownLayers } from './layers.ts';
import { paperOf, type Shown, shownSheets } from './sheets.ts';
import { isDark, type Plot } from './style.ts';
import { svgOf } from './svg.ts';
import { unitMillimetres } from './units.ts';

/**
 * Reads a drawing and writes an SVG of each sheet that the options request: of its model, seen from above, and of its layouts. Runs in the
 * worker process, which must have applied the patches; computes without a pause.
 * @param output returns the path of a sheet's SVG, by its number from 0
 * @throws ConversionError `input_damaged`, `input_truncated`, `input_bomb`, `option_invalid`
 */
export function writePreview(
  { drawing, filename, options }: PreviewJob,
  input: string,
  output: (index: number) => string,
): PreviewResult {
  const { document, unread } = readDrawing(readFileSync(input), drawing.format, filename);
  const wish = { shown: options.layers, hidden: options.hiddenLayers };
  const shown = shownSheets(document, options.layout, filename);
  return {
    sheets: shown.map((each, index) => writeSheet(document, each, options, output(index))),
    unread: Object.fromEntries(unread),
    isInstead: options.layout === null && shown[0]?.name !== null,
    unknownLayers: unknownLayers(document.layers ?? [], wish),
  };
}

const [BLACK, WHITE] = ['#000000', '#ffffff'];

function writeSheet(document: CadDocument, shown: Shown, options: PreviewOptions, path: string): PreviewSheet {
  const paper = options.background;
  const plot: Plot = {
    foreground: isDark(paper) ? WHITE : BLACK,
    monochrome: options.monochrome,
    weights: options.weights,
  };
  const layers = chosenLayers({ shown: options.layers, hidden: options.hiddenLayers });
  const { shapes, missing } = drawBlock(document, shown.block, { layers, plot, paper });
  const box = boxOf(shapes);
  const asked = onPaper(document, shown, options, box);
  const sheet = sheetFor(asked.box, asked.paper);
  write(path, svgOf(shapes, sheet, paper));
  return {
    layout: shown.name,
    shapes: shapes.length,
    missing: Object.fromEntries(missing),
    beyond: asked.paper.page === null ? null : beyond(asked.box, sheet),
  };
}

/** Returns the size of the drawing at its scale, millimetres, if it exceeds the sheet. */
function beyond({ low, high }: Box, { width, height, scale }: Sheet): PreviewSheet['beyond'] {
  const needed = { width: (high.x - low.x) * scale, height: (high.y - low.y) * scale };
  return needed.width > width + 0.5 || needed.height > height + 0.5 ? needed : null;
}

/**
 * Returns the content of the sheet and its paper: a requested layout has its own paper, without margins and at its own size, if its content
 * is on it.
 */
function onPaper(
  document: CadDocument,
  { layout }: Shown,
  { layout: name, page, scale }: PreviewOptions,
  content: Box | null,
): { readonly box: Box; readonly paper: Paper } {
  const own = name === null ? null : paperOf(layout);
  const isOn = own !== null && (content === null || isInside(content, own.box));
  const unit = own?.unit ?? unitMillimetres(document);
  const times = scale === 'fit' ? null : (scale ?? (isOn && page === null ? 1 : null));
  return {
    box: isOn ? own.box : (content ?? EMPTY_BOX),
    paper: { page, scale: times === null ? null : times * unit, margin: isOn ? 0 : MARGIN },
  };
}

/** Lines at the edge of paper may extend slightly beyond it. */
const SLACK = 0.02;

function isInside(inner: Box, outer: Box): boolean {
  const slack = SLACK * Math.max(outer.high.x - outer.low.x, outer.high.y - outer.low.y);
  const common = commonBox(inner, outer);
  if (common === null) return false;
  return (['x', 'y'] as const).every(
    (axis) => common.low[axis] - inner.low[axis] <= slack && inner.high[axis] - common.high[axis] <= slack,
  );
}

/** Size of the parts that are written, characters: the whole may not fit into one string. */
const PART = 1024 * 1024;

function write(path: string, texts: Iterable<string>): void {
  const file = openSync(path, 'wx');
  try {
    let part = '';
    for (const text of texts) {
      part += text;
      if (part.length < PART) continue;
      writeSync(file, part);
      part = '';
    }
    writeSync(file, part);
  } finally {
    closeSync(file);
  }
}
