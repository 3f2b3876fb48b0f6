import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type BlockRecord, type CadDocument, Viewport } from '@node-projects/acad-ts';
import { readDrawing } from '../read.ts';
import { drawBlock } from './draw.ts';
import { boxOf, EMPTY_SHEET, sheetFor } from './fit.ts';
import type { PreviewJob, PreviewResult } from './job.ts';
import type { Shape } from './shapes.ts';
import { svgOf } from './svg.ts';

/**
 * Reads a drawing and writes an SVG of its model, seen from above; of its first sheet with something on it, where the model is
 * empty. The work of the worker process, which must have applied the patches; computes without a pause.
 * @throws ConversionError `input_damaged`, `input_truncated`, `input_bomb`
 */
export function writePreview(
  { drawing, filename }: PreviewJob,
  paths: { readonly input: string; readonly output: string },
): PreviewResult {
  const { document, unread } = readDrawing(readFileSync(paths.input), drawing.format, filename);
  const { scene, layout } = visible(document);
  writeSvg(scene.shapes, paths.output);
  return {
    shapes: scene.shapes.length,
    missing: Object.fromEntries(scene.missing),
    unread: Object.fromEntries(unread),
    layout,
  };
}

const MODEL = /^\*model_space/i;
const SHEET = /^\*paper_space/i;

function visible(document: CadDocument) {
  const blocks = [...(document.blockRecords ?? [])];
  const model = document.modelSpace ?? blocks.find(({ name }) => MODEL.test(name));
  const isUsed = (block: BlockRecord) => [...block.entities].some((entity) => !(entity instanceof Viewport));
  const sheet = model && isUsed(model) ? undefined : blocks.find((block) => SHEET.test(block.name) && isUsed(block));
  const shown = sheet ?? model;
  if (shown === undefined) throw new Error('a drawing that was read has a model');
  return { scene: drawBlock(document, shown), layout: sheet === undefined ? null : (sheet.layout?.name ?? sheet.name) };
}

/** Written in parts of this size, characters: the whole may not fit into one string. */
const PART = 1024 * 1024;

function writeSvg(shapes: readonly Shape[], path: string): void {
  const box = boxOf(shapes);
  const file = openSync(path, 'wx');
  try {
    let part = '';
    for (const text of svgOf(shapes, box === null ? EMPTY_SHEET : sheetFor(box))) {
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
