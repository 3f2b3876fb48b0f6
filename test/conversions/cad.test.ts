import { open } from 'node:fs/promises';
import { observeDrawing } from '../golden/observe-drawing.ts';
import { type Case, testConversions } from './table.ts';

async function observe(path: string): Promise<unknown> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(6));
  await file.close();
  const { version, entities, layers, errors } = await observeDrawing(path, buffer.toString('latin1'));
  const counts = Object.entries(entities).map(([type, count]) => `${count} ${type}`);
  return { version, entities: counts.join(', '), layers, errors };
}

/** What ezdxf counts in the drawing that it made; the writer adds a layer for viewports. */
const PLAN = {
  entities: [
    '1 3DFACE, 2 ARC, 1 ATTDEF, 1 CIRCLE, 2 DIMENSION, 1 ELLIPSE, 2 HATCH, 8 INSERT, 1 LEADER, 9 LINE, 3 LWPOLYLINE',
    '1 MESH, 1 MLINE, 3 MTEXT, 7 POINT, 4 POLYLINE, 1 RAY, 2 SOLID, 2 SPLINE, 3 TEXT, 1 VIEWPORT, 1 XLINE',
  ].join(', '),
  layers: ['0', 'Defpoints', 'Walls', 'Notes', 'Hidden', 'VIEWPORTS'],
  errors: [],
};

const cases: readonly Case[] = [
  {
    target: 'dwg',
    input: 'cad/plan-2000.dxf',
    options: { version: 'AC1024' },
    is: { version: 'AC1024', ...PLAN },
  },
  {
    target: 'dxf',
    input: 'cad/plan-2000.dwg',
    options: { version: 'AC1027' },
    is: { version: 'AC1027', ...PLAN },
  },
];

testConversions({ category: 'cad', observe, cases });
