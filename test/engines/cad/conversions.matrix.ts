import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Target } from '../../../engines/cad/targets.ts';
import { WRITERS } from '../../../engines/cad/writers.ts';
import { DRAWING_VERSIONS, type DrawingVersion } from '../../../tools/formats/dwg/drawing-versions.ts';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { sample } from '../../support/sample.ts';
import { convert, dwgReader, fixture, type Report, readByEzdxf, readDwg } from './support.ts';

/** Input to the DXF that ezdxf made, which states its content. */
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

/** Unsupported types of a release become others, which test/tools/formats/dwg/versions compares. */
const OLD: Readonly<Record<string, readonly string[]>> = {
  AC1009: ['ARC', 'ATTDEF', 'CIRCLE', 'DIMENSION', 'POINT', 'VIEWPORT'],
  AC1012: ['ATTDEF', 'DIMENSION', 'ELLIPSE', 'LEADER', 'MLINE', 'MTEXT', 'POINT', 'RAY', 'SPLINE', 'TEXT', 'XLINE'],
  AC1014: ['ATTDEF', 'DIMENSION', 'ELLIPSE', 'HATCH', 'LEADER', 'MLINE', 'MTEXT', 'POINT', 'RAY', 'SPLINE', 'XLINE'],
};

let scratch: ScratchFolder;
let known: Readonly<Record<string, Report>>;

const CASES = (Object.keys(INPUTS) as Input[]).flatMap((input) =>
  (['dxf', 'dwg'] as const).map((target) => [input, target] as const),
);

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('cad'));
  const names = [...new Set(Object.values(INPUTS))];
  const reports = await readByEzdxf(names.map(fixture));
  known = Object.fromEntries(names.map((name, index) => [name, reports[index] as Report]));
});

afterAll(() => scratch.remove());

test.each(CASES)('%s to %s keeps entities and layers', async (input, target) => {
  const versions = sample(`${input} to ${target}`, DRAWING_VERSIONS, 1);
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

async function readAll(paths: readonly string[], versions: readonly DrawingVersion[]): Promise<Report[]> {
  const reports: Report[] = [];
  for (const [index, path] of paths.entries()) reports.push(await readDwg(dwgReader(versions[index] ?? ''), path));
  return reports;
}

function check(report: Report, source: Report, target: Target, version: DrawingVersion): void {
  expect(report.refused, version).toBeUndefined();
  expect(report.errors ?? [], version).toEqual([]);
  // ezdxf reads files of R13 and R14 as 2000.
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

/** R12 has only capitals, and no spaces or letters beyond ASCII; versions before 2007 have characters by number. */
const layerName = (name: string): string =>
  name
    .replace(/\\U\+([0-9A-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_');
