import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DRAWING_VERSIONS, type DrawingVersion } from '../../../engines/cad/drawing-versions.ts';
import { closeDrawingHosts } from '../../../engines/cad/hosts.ts';
import type { Target } from '../../../engines/cad/targets.ts';
import { WRITERS } from '../../../engines/cad/writers.ts';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { convert, dwgReader, fixture, type Report, readByEzdxf, readDwg } from './support.ts';

const run = promisify(execFile);

/** With the DXF that ezdxf made, which says what is in them. */
const INPUTS = {
  'plan-r12.dxf': 'plan-r12.dxf',
  'plan-r12-binary.dxf': 'plan-r12-binary.dxf',
  'plan-r12.dwg': 'plan-r12.dxf',
  'plan-2000.dxf': 'plan-2000.dxf',
  'plan-2004.dxf': 'plan-2004.dxf',
  'plan-2018.dxf': 'plan-2018.dxf',
  'plan-2018-binary.dxf': 'plan-2018-binary.dxf',
  'plan-2000.dwg': 'plan-2000.dxf',
  'plan-2018.dwg': 'plan-2018.dxf',
} as const;

type Input = keyof typeof INPUTS;

/** Types that a release has no form for become others: those are compared in test/engines/cad/versions. */
const OLD: Readonly<Record<string, readonly string[]>> = {
  AC1009: ['ARC', 'ATTDEF', 'CIRCLE', 'DIMENSION', 'POINT', 'VIEWPORT'],
  AC1012: ['ATTDEF', 'DIMENSION', 'ELLIPSE', 'LEADER', 'MLINE', 'MTEXT', 'POINT', 'RAY', 'SPLINE', 'TEXT', 'XLINE'],
  AC1014: ['ATTDEF', 'DIMENSION', 'ELLIPSE', 'HATCH', 'LEADER', 'MLINE', 'MTEXT', 'POINT', 'RAY', 'SPLINE', 'XLINE'],
};

let scratch: ScratchFolder;
let known: Readonly<Record<string, Report>>;

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('cad'));
  const names = [...new Set(Object.values(INPUTS))];
  const reports = await readByEzdxf(names.map(fixture));
  known = Object.fromEntries(names.map((name, index) => [name, reports[index] as Report]));
});

afterAll(async () => {
  await closeDrawingHosts();
  await scratch.remove();
});

const CASES = (Object.keys(INPUTS) as Input[]).flatMap((input) =>
  (['dxf', 'dwg'] as const).map((target) => [input, target] as const),
);

describe.each(CASES)('%s to %s', (input, target) => {
  test('keeps entities and layers in every version', { timeout: 240_000 }, async () => {
    const versions = DRAWING_VERSIONS;
    const paths: string[] = [];
    for (const version of versions) {
      const { output } = await convert(scratch.folder, fixture(input), target, { version });
      const path = scratch.path(`${input}-${version}.${target}`);
      await rename(output.path, path);
      paths.push(path);
    }
    const reports = target === 'dxf' ? await readByEzdxf(paths) : await readAll(paths, versions);
    const source = known[INPUTS[input]] as Report;
    for (const [index, version] of versions.entries()) check(reports[index] as Report, source, target, version);
  });
});

async function readAll(paths: readonly string[], versions: readonly DrawingVersion[]): Promise<Report[]> {
  const reports: Report[] = [];
  for (const [index, path] of paths.entries()) reports.push(await readDwg(dwgReader(versions[index] ?? ''), path));
  return reports;
}

function check(report: Report, source: Report, target: Target, version: DrawingVersion): void {
  expect(report.refused, version).toBeUndefined();
  expect(report.errors ?? [], version).toEqual([]);
  // ezdxf takes files of R13 and R14 for 2000.
  const isOld = target === 'dxf' && ['AC1012', 'AC1014'].includes(version);
  expect(report.version).toBe(isOld ? 'AC1015' : version);
  const kept = ['native', 'r2007'].includes(WRITERS[target][version])
    ? Object.keys(source.entities)
    : (OLD[version] ?? []);
  expect(counts(report, kept), version).toEqual(counts(source, kept));
  const expected = source.layers.map((name) => layerName(name));
  expect(report.layers.map(layerName), version).toEqual(expect.arrayContaining(expected));
}

const counts = ({ entities }: Report, types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, entities[type] ?? 0]));

/** R12 has capitals only, and neither spaces nor other than ASCII letters; others have their characters by number before 2007. */
const layerName = (name: string): string =>
  name
    .replace(/\\U\+([0-9A-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_');

/** Files of R12 need no handles; every version since does. */
const WITHOUT_HANDLES = [
  ...[0, 'SECTION', 2, 'ENTITIES', 0, 'POLYLINE', 8, '0', 66, 1, 70, 1],
  ...[0, 'VERTEX', 8, '0', 10, 0, 20, 0, 0, 'VERTEX', 8, '0', 10, 5, 20, 5, 0, 'VERTEX', 8, '0', 10, 9, 20, 1],
  ...[0, 'SEQEND', 8, '0', 0, 'ENDSEC', 0, 'EOF'],
].join('\n');

test('a DXF of R12 without handles gets them, all different and none 0, in later versions', async () => {
  const path = scratch.path('without-handles.dxf');
  await writeFile(path, `${WITHOUT_HANDLES}\n`);
  const { output } = await convert(scratch.folder, path, 'dxf', { version: 'AC1015' });
  const [report] = await readByEzdxf([output.path]);
  expect(report?.refused).toBeUndefined();
  expect(report?.entities.POLYLINE).toBe(1);
  expect(report?.errors).toEqual([]);
});

/** What a release before R12 writes: no handles, no tables; a bulge, and a reference to a block that is not there. */
const oldest = (version: string): string =>
  [
    ...[0, 'SECTION', 2, 'HEADER', 9, '$ACADVER', 1, version, 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES'],
    ...[0, 'LINE', 8, '0', 10, 0, 20, 0, 11, 7, 21, 7, 0, 'POLYLINE', 8, '0', 66, 1, 70, 1],
    ...[0, 'VERTEX', 8, '0', 10, 0, 20, 0, 42, 0.5, 0, 'VERTEX', 8, '0', 10, 4, 20, 0],
    ...[0, 'VERTEX', 8, '0', 10, 4, 20, 3, 0, 'SEQEND', 8, '0'],
    ...[0, 'INSERT', 8, '0', 2, 'MISSING', 10, 1, 20, 1, 0, 'ENDSEC', 0, 'EOF', ''],
  ].join('\n');

const POLYLINES = `
import json, sys, ezdxf
lines = ezdxf.readfile(sys.argv[1]).modelspace().query("POLYLINE")
print(json.dumps([[each.is_closed, [[*v.dxf.location.vec2, v.dxf.bulge] for v in each.vertices]] for each in lines]))
`;

test.each(['AC1002', 'AC1006'])('a DXF of %s keeps polylines; references to no block are counted', async (release) => {
  const path = scratch.path(`${release}.dxf`);
  await writeFile(path, oldest(release));
  for (const version of ['AC1009', 'AC1018']) {
    const { output, warnings } = await convert(scratch.folder, path, 'dxf', { version });
    const [report] = await readByEzdxf([output.path]);
    expect(report).toMatchObject({ version, errors: [], entities: { LINE: 1, POLYLINE: 1 } });
    expect(report?.entities).not.toHaveProperty('INSERT');
    const { stdout } = await run('/usr/bin/python3', ['-c', POLYLINES, output.path]);
    expect(JSON.parse(stdout)).toEqual([
      [
        true,
        [
          [0, 0, 0.5],
          [4, 0, 0],
          [4, 3, 0],
        ],
      ],
    ]);
    expect(warnings).toMatchObject([{ code: 'output_limited', details: { dropped: { INSERT: 1 }, entities: 3 } }]);
  }
});
