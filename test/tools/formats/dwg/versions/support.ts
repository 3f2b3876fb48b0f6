import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CadDocument } from '@node-projects/acad-ts';
import { afterAll, beforeAll } from 'vitest';
import type { Losses } from '../../../../../tools/formats/dwg/losses.ts';
import { applyPatches } from '../../../../../tools/formats/dwg/patches/apply.ts';
import { readDrawing } from '../../../../../tools/formats/dwg/read.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const PYTHON = '/usr/bin/python3';

/** What ezdxf found on one layer. */
export interface LayerReport {
  readonly types: Readonly<Record<string, number>>;
  readonly drawn: Readonly<Record<string, number>>;
  readonly box: readonly (readonly number[])[] | null;
  readonly texts: readonly string[];
  readonly places: readonly (readonly number[])[];
  readonly area: number;
  readonly length: number;
  readonly colors: readonly number[];
  readonly distance?: number;
}

export interface DrawingReport {
  readonly version: string;
  readonly errors: readonly string[];
  readonly layers: Readonly<Record<string, LayerReport>>;
  readonly layerNames: readonly string[];
  readonly blockNames: readonly string[];
  readonly sheet: readonly string[];
}

/** Makes a folder for a test file, removed at its end. */
export function useFolder(): { path: string } {
  const folder = { path: '' };
  beforeAll(async () => {
    applyPatches();
    folder.path = await mkdtemp(join(tmpdir(), 'convertd-cad-versions-'));
  });
  afterAll(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}

let drawing: Promise<Buffer> | undefined;

/** The drawing of make_drawing.py, which is made once. */
export async function makeDrawing(path: string): Promise<void> {
  drawing ??= run(PYTHON, [join(here, 'make_drawing.py'), path]).then(() => readFile(path));
  await writeFile(path, await drawing);
}

export async function documentOf(path: string): Promise<CadDocument> {
  return readDrawing(await readFile(path), path.endsWith('.dwg') ? 'dwg' : 'dxf', 'drawing').document;
}

/** Reads a DXF file with ezdxf in its strict mode. */
export async function observed(path: string, source?: string): Promise<DrawingReport> {
  const { stdout } = await run(PYTHON, [join(here, 'observe.py'), path, ...(source === undefined ? [] : [source])], {
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout);
}

/** Returns what ezdxf finds on a layer; fails if there is nothing. */
export function onLayer(report: DrawingReport, name: string): LayerReport {
  const layer = report.layers[name];
  if (layer === undefined) throw new Error(`nothing on layer ${name}`);
  return layer;
}

export interface DwgReport {
  readonly version: string;
  readonly entities: Readonly<Record<string, number>>;
  readonly layers: readonly string[];
}

/** Reads a DWG with a program that did not write it. With `dxf`, dwgdxf writes it there as DXF. */
export async function readBy(reader: 'dwgdxf' | 'libredwg', path: string, dxf?: string): Promise<DwgReport> {
  const script = join(here, '../oracles/dwg.ts');
  // Without optimising the library's code, which takes longer than reading the drawing.
  const args = ['--liftoff-only', script, reader, path, ...(dxf === undefined ? [] : [dxf])];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 26 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

export function lossOf(losses: Losses, type: string): string {
  const { approximated, dropped } = losses.get(type) ?? { approximated: 0, dropped: 0 };
  return `${approximated} approximated, ${dropped} dropped`;
}

const corpus = join(process.env.CORPORA_DIR ?? '', 'cad');
/** Folder of an AutoCAD drawing in each version; null if it is missing. */
export const corpusFolder: string | null = process.env.CORPORA_DIR !== undefined && existsSync(corpus) ? corpus : null;

/** Returns the groups of an ASCII DXF file. */
export function groupsOf(dxf: string): { code: number; value: string }[] {
  const lines = dxf.split(/\r?\n/);
  const groups: { code: number; value: string }[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    groups.push({ code: Number(lines[at]), value: (lines[at + 1] ?? '').trim() });
  }
  return groups;
}
