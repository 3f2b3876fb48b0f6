import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { sample } from '../../support/sample.ts';
import { convert, readByEzdxf } from './support.ts';

const run = promisify(execFile);

let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('cad'));
});

afterAll(() => scratch.remove());

/** Files of R12 need no handles; every later version does. */
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

/** A file of a release before R12: no handles, no tables; a bulge, and a reference to a missing block. */
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
  for (const version of sample(`oldest ${release}`, ['AC1009', 'AC1018'], 1)) {
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
