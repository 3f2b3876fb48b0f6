import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { sample } from '../../support/sample.ts';
import { CORPUS, convert, fixture } from './support.ts';

/** Report of compare.py. */
interface Comparison {
  readonly same: number;
  readonly different: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly missing: Readonly<Record<string, number>>;
}

const COMPARE = fileURLToPath(new URL('../../tools/formats/dwg/compare.py', import.meta.url));

const MAKE_BLOCKS = fileURLToPath(new URL('./make_blocks.py', import.meta.url));

async function compare(expected: string, made: string): Promise<Comparison> {
  const { stdout } = await promisify(execFile)('/usr/bin/python3', [COMPARE, expected, made]);
  return JSON.parse(stdout) as Comparison;
}

let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('cad-attributes'));
});

afterAll(() => scratch.remove());

/** Attributes that README.md explains. */
const OURS: ReadonlySet<string> = new Set('MTEXT.rotation SPLINE.flags VIEWPORT.id VIEWPORT.status'.split(' '));

/** The input, the version, the format in between, and the drawing to compare with. */
const OWN = [
  ['plan-2000.dxf', 'AC1015', 'dxf', 'plan-2000.dxf'],
  ['plan-2000.dxf', 'AC1015', 'dwg', 'plan-2000.dxf'],
  ['plan-2018.dxf', 'AC1032', 'dxf', 'plan-2018.dxf'],
  ['plan-2018-binary.dxf', 'AC1032', 'dxf', 'plan-2018.dxf'],
  ['plan-2018.dxf', 'AC1032', 'dwg', 'plan-2018.dxf'],
] as const;

describe('our own drawing, attribute by attribute', () => {
  test.each(sample('attributes', OWN, 2))('%s to DXF %s, as %s before', async (input, version, before, expected) => {
    const path =
      before === 'dwg'
        ? (await convert(scratch.folder, fixture(input), 'dwg', { version })).output.path
        : fixture(input);
    const { output } = await convert(scratch.folder, path, 'dxf', { version });
    const comparison = await compare(fixture(expected), output.path);
    expect(comparison.missing).toEqual({});
    const differing = Object.entries(comparison.different).flatMap(([type, names]) =>
      Object.keys(names).map((name) => `${type}.${name}`),
    );
    expect(differing.filter((each) => !OURS.has(each))).toEqual([]);
    expect(comparison.same).toBeGreaterThan(45);
  });
});

/** Types whose every attribute is compared; README.md lists differences of others. */
const COMPARED = ['ATTDEF', 'BLOCK', 'INSERT', 'LAYER', 'LINE', 'POLYLINE'];

/** Release of ezdxf's drawing, and the version to write. */
const MADE = [
  ['R12', 'AC1009'],
  ['R12', 'AC1032'],
  ['R2018', 'AC1015'],
  ['R2018', 'AC1032'],
] as const;

describe('blocks, layers and polylines by ezdxf', () => {
  test.each(sample('blocks', MADE, 1))('%s to DXF and DWG %s, and back', async (release, version) => {
    const source = scratch.path(`${release}-${version}.dxf`);
    await promisify(execFile)('/usr/bin/python3', [MAKE_BLOCKS, release, source]);
    const dxf = await convert(scratch.folder, source, 'dxf', { version });
    const dwg = await convert(scratch.folder, source, 'dwg', { version });
    const back = await convert(scratch.folder, dwg.output.path, 'dxf', { version });
    for (const { output } of [dxf, back]) {
      const { different, missing, same } = await compare(source, output.path);
      const ofCompared = Object.entries(different).filter(([type]) => COMPARED.includes(type));
      expect({ missing, different: ofCompared }).toEqual({ missing: {}, different: [] });
      expect(same).toBeGreaterThan(10);
    }
  });
});

/**
 * Known differences from AutoCAD's own DXF of the same drawing: the colour number next to a true colour (measured differently), and
 * those that README.md lists.
 */
const KNOWN: ReadonlySet<string> = new Set(
  [
    'ATTDEF.attribute_type ATTDEF.lock_position CIRCLE.center CIRCLE.color CIRCLE.material_handle POINT.material_handle',
    'DIMENSION.color DIMENSION.flip_arrow_1 DIMENSION.flip_arrow_2 DIMENSION.unknown1 HATCH.pattern INSERT.color',
    'IMAGE.image_def_reactor_handle LEADER.text_height LEADER.text_width LINE.color MLINE.flags MTEXT.bg_fill_color',
    'MTEXT.text MTEXT.text_direction PDFUNDERLAY.color SHAPE.name SOLID.color SPLINE.control_points SPLINE.flags',
    'SPLINE.knots VIEWPORT.ambient_light_color_1 VIEWPORT.visual_style_handle 3DSOLID.history_handle',
  ].flatMap((line) => line.split(' ')),
);

describe.skipIf(CORPUS === null)("AutoCAD's own DXF of the same drawing, attribute by attribute", () => {
  test.each([
    ['sample_AC1015.dwg', 'AC1015', 327],
    ['sample_AC1015_ascii.dxf', 'AC1015', 336],
    ['sample_AC1018.dwg', 'AC1018', 305],
    ['sample_AC1018_ascii.dxf', 'AC1018', 316],
    ['sample_AC1032.dwg', 'AC1032', 283],
    ['sample_AC1032_ascii.dxf', 'AC1032', 290],
  ])('%s', async (input, version, same) => {
    const folder = CORPUS ?? '';
    const { output } = await convert(scratch.folder, join(folder, input), 'dxf', { version });
    const comparison = await compare(join(folder, `sample_${version}_ascii.dxf`), output.path);
    const differing = Object.entries(comparison.different).flatMap(([type, names]) =>
      Object.keys(names).map((name) => `${type}.${name}`),
    );
    expect(differing.filter((each) => !KNOWN.has(each))).toEqual([]);
    expect(comparison.same).toBeGreaterThanOrEqual(same);
  });
});
