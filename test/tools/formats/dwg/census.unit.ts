import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { censusOf, censusOfDxf, missingFrom } from '../../../../tools/formats/dwg/census.ts';
import { applyPatches } from '../../../../tools/formats/dwg/patches/apply.ts';
import { readDrawing } from '../../../../tools/formats/dwg/read.ts';
import { fixture } from '../../../engines/cad/support.ts';

const DXF = ['plan-r12.dxf', 'plan-r12-binary.dxf', 'plan-2000.dxf', 'plan-2018.dxf', 'plan-2018-binary.dxf'];

test.each(DXF)('%s has as many entities of each type by its groups as in the drawing that is read of it', (name) => {
  applyPatches();
  const bytes = readFileSync(fixture(name));
  const census = censusOfDxf(bytes);
  expect(census.get('LINE')).toBeGreaterThan(3);
  expect(census.get('ATTRIB')).toBeGreaterThan(0);
  expect([...census].sort()).toEqual([...censusOf(readDrawing(bytes, 'dxf', name).document)].sort());
});

test('entities of BLOCKS and ENTITIES are counted, whatever their type, and nothing else', () => {
  const dxf = [
    ['0', 'SECTION', '  2', 'TABLES', '  0', 'LAYER', '  2', 'ENTITIES', '  0', 'ENDSEC'],
    [
      '  0',
      'SECTION',
      '  2',
      'BLOCKS',
      '  0',
      'BLOCK',
      '  2',
      '0',
      '0',
      'LINE',
      '1',
      '0',
      '  0',
      'ENDBLK',
      '0',
      'ENDSEC',
    ],
    [
      '  0',
      'SECTION',
      '2',
      'ENTITIES',
      '0',
      'NEWS',
      '100',
      'LINE',
      '0',
      'POLYLINE',
      '0',
      'VERTEX',
      '0',
      'SEQEND',
      '0',
      'ENDSEC',
    ],
    ['0', 'SECTION', '  2', 'OBJECTS', '  0', 'LAYOUT', '0', 'ENDSEC', '0', 'EOF'],
  ].flat();
  for (const end of ['\n', '\r\n']) {
    expect([...censusOfDxf(Buffer.from(dxf.join(end)))].sort()).toEqual([
      ['LINE', 1],
      ['NEWS', 1],
      ['POLYLINE', 1],
    ]);
  }
});

test('what is missing is what there is less of', () => {
  const expected = new Map([
    ['LINE', 3],
    ['ARC', 1],
    ['TEXT', 2],
  ]);
  const found = new Map([
    ['LINE', 1],
    ['TEXT', 5],
  ]);
  expect([...missingFrom(expected, found)]).toEqual([
    ['LINE', 2],
    ['ARC', 1],
  ]);
});
