import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AttributeBase, type CadDocument, Color, Insert, Polyline } from '@node-projects/acad-ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { convertDrawing } from '../../../../engines/cad/convert-drawing.ts';
import { applyPatches } from '../../../../engines/cad/patches/apply.ts';
import { PREVIEW_PATCHES } from '../../../../engines/cad/preview/patches.ts';
import { readDrawing } from '../../../../engines/cad/read.ts';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  applyPatches();
  scratch = new ScratchFolder(await makeScratchFolder('preview-patches'));
  const script = fileURLToPath(new URL('drawings.py', import.meta.url));
  await promisify(execFile)('/usr/bin/python3', [script, scratch.folder]);
  const drawing = { format: 'dxf', version: 'AC1032' } as const;
  const job = { drawing, filename: 'attributes', target: 'dwg', version: 'AC1032' } as const;
  convertDrawing(job, { input: scratch.path('attributes.dxf'), output: scratch.path('attributes.dwg') });
}, 60_000);
afterAll(() => scratch.remove());

const read = (name: string, format: 'dwg' | 'dxf' = 'dxf'): CadDocument =>
  readDrawing(readFileSync(scratch.path(`${name}.${format}`)), format, name).document;

/** What a patch repairs: what is seen through acad-ts, and what is right. Without the patch something else is seen. */
const DEFECTS: Readonly<Record<keyof typeof PREVIEW_PATCHES, { seen: () => unknown; right: unknown }>> = {
  placedAttributes: {
    seen() {
      const [insert] = [...(read('attributes', 'dwg').modelSpace?.entities ?? [])].filter(
        (each) => each instanceof Insert,
      );
      const [attribute] = [...(insert?.attributes ?? [])].filter((each) => each instanceof AttributeBase);
      return [attribute?.insertPoint.x, attribute?.insertPoint.y, attribute?.height];
    },
    right: [103, 53, 6],
  },
  palette: { seen: () => Color.getIndexRGB(192), right: [82, 0, 165] },
  oldPolylines: {
    seen: () =>
      [...(read('closed-r12').modelSpace?.entities ?? [])].filter((each) => each instanceof Polyline)[0]?.isClosed,
    right: true,
  },
  basePoints: {
    seen: () => [...(read('sheet').blockRecords ?? [])].find(({ name }) => name === 'PAIR')?.blockEntity.basePoint.x,
    right: 5,
  },
  signedIntegers: {
    seen: () => [...(read('hidden').layers ?? [])].find(({ name }) => name === 'Off')?.isOn,
    right: false,
  },
};

test.each(Object.entries(DEFECTS))(
  '%s: the defect is there without the patch, and gone with it',
  (name, { seen, right }) => {
    expect(seen()).not.toEqual(right);
    const undo = PREVIEW_PATCHES[name as keyof typeof DEFECTS]();
    try {
      expect(seen()).toEqual(right);
    } finally {
      undo();
    }
    expect(seen()).not.toEqual(right);
  },
);
