import { readFileSync } from 'node:fs';
import {
  ACadVersion,
  BlockRecord,
  CadBody,
  CadDictionary,
  CadDocument,
  CadFileFormat,
  ColumnType,
  DimensionAligned,
  DimensionArc,
  DimensionDiameter,
  DwgReader,
  DwgWriter,
  DxfReader,
  Ellipse,
  type Entity,
  Hatch,
  HatchBoundaryPath,
  HatchBoundaryPathEllipse,
  HatchBoundaryPathSpline,
  Layer,
  Layout,
  Leader,
  Line,
  MText,
  MultiLeader,
  Solid,
  Spline,
  TableEntity,
  XY,
} from '@node-projects/acad-ts';
import type { PATCHES } from '../../../../tools/formats/dwg/patches/apply.ts';
import { fixture } from '../../../engines/cad/support.ts';
import { type Defect, entity, read, type Tag, tags, valuesOf, written } from './one-entity.ts';

/** The defects of acad-ts in how entities and blocks are read and written; patches.detail.ts has the others, and tries them. */
export const ENTITY_DEFECTS = {
  blockUnits: { seen: () => blockOf(blockInMillimetres(), 'DOOR'), right: { units: 4, flags: 0 } },
  entryNames: {
    seen: () => new Layer('x'.repeat(32)).validate(CadFileFormat.DXF, ACadVersion.AC1015),
    right: [],
  },
  layoutLimits: { seen: () => limitsThroughDwg(), right: [40, 30] },

  leaderAnnotations: { seen: () => annotationThroughDwg(), right: 'x' },
  missingHandles: { seen: () => linesOf(lineWithoutHandle()), right: linesOf(readFileSync(fixture('plan-2000.dxf'))) },
  missingOwners: { seen: () => linesOf(lineAlone('', '330\n1F\n100\nAcDbEntity\n')), right: 1 },
  emptyObjects: {
    seen: () => linesOf(lineAlone('  0\nSECTION\n  2\nOBJECTS\n  0\nDICTIONARY\n  0\nENDSEC\n')),
    right: 1,
  },
  rotatedDimensions: {
    seen: () => read(tags(ALIGNED, [100, 'AcDbRotatedDimension']), DimensionAligned).constructor.name,
    right: 'DimensionLinear',
  },
  dimensionsWithoutParts: { seen: () => diameterOfR12(), right: ['moved', 7] },
  arcDimensionInput: { seen: () => read(ARC, DimensionArc).text, right: 'round' },
  arcDimensions: {
    seen: () => valuesOf(written(new DimensionArc()), 100),
    right: ['AcDbEntity', 'AcDbDimension', 'AcDbArcDimension'],
  },
  ellipticEdges: { seen: () => axisOf(read(HATCH_OF_ELLIPSE, Hatch)), right: [3, 1] },
  splineEdges: { seen: () => valuesOf(written(hatchOfSpline(), ACadVersion.AC1015), 12), right: [] },

  bodies: {
    seen: () => [
      valuesOf(written(new CadBody()), 100),
      read(entity('BODY', 'AcDbModelerGeometry', [70, 1], [1, 'rounf']), CadBody).acisData.length,
    ],
    right: [['AcDbEntity', 'AcDbModelerGeometry'], 5],
  },
  longSecondAxes: {
    seen: () => read(entity('ELLIPSE', 'AcDbEllipse', [11, 10], [40, 2]), Ellipse).radiusRatio,
    right: 2,
  },
  helixCurves: { seen: () => read(HELIX, Spline).controlPoints.length, right: 1 },
  emptyCells: { seen: () => read(TABLE, TableEntity).rows.length, right: 1 },
  tablesByBlock: { seen: () => read(tags(TABLE, ...OTHER_CELL), TableEntity).block?.name, right: 'DOOR' },
  traces: { seen: () => read(entity('TRACE', 'AcDbTrace', [10, 1], [20, 1]), Solid).objectName, right: 'TRACE' },

  multiLeaderInput: {
    seen: () => {
      const { contextData } = read(MULTILEADER, MultiLeader);
      const [root] = contextData.leaderRoots;
      return [
        contextData.blockContent?.name,
        root?.connectionPoint.x,
        root?.connectionPoint.y,
        root?.lines[0]?.points[0]?.x,
      ];
    },
    right: ['DOOR', 7, 8, 2],
  },

  columnInput: { seen: () => read(COLUMNS, MText).rectangleHeight, right: 9 },
  columnOutput: { seen: () => valuesOf(written(textInColumns()), 101), right: ['Embedded Object'] },
  columnSizes: {
    seen: () => {
      const text = throughDwg(textInColumns());
      return text instanceof MText ? [text.columnData?.columnCount, text.horizontalWidth] : 'none';
    },
    right: [3, 14],
  },
} as const satisfies Partial<Record<keyof typeof PATCHES, Defect>>;

const PLACE: readonly Tag[] = [
  [10, 1],
  [20, 1],
  [30, 0],
];
const ALIGNED = tags(entity('DIMENSION', 'AcDbDimension', ...PLACE, [70, 32]), [100, 'AcDbAlignedDimension']);
const ARC = tags(entity('ARC_DIMENSION', 'AcDbDimension', ...PLACE, [1, 'round']), [100, 'AcDbArcDimension'], [13, 4]);

function diameterOfR12(): readonly [text: string, at: number] {
  const lines: readonly Tag[] = [
    [0, 'DIMENSION'],
    [5, 'FFF1'],
    [8, '0'],
    ...PLACE,
    [70, 128 + 3],
    [1, 'moved'],
    [15, 7],
    [25, 1],
  ];
  const { text, angleVertex } = read(lines, DimensionDiameter);
  return [text, angleVertex.x];
}

const HATCH_OF_ELLIPSE = entity(
  'HATCH',
  'AcDbHatch',
  ...([
    [2, 'SOLID'],
    [70, 1],
    [71, 0],
    [91, 1],
    [92, 1],
    [93, 1],
    [72, 3],
    [10, 5],
    [20, 5],
    [11, 3],
    [21, 1],
    [40, 0.5],
    [50, 0],
    [51, 360],
    [73, 1],
    [97, 0],
  ] as Tag[]),
);

function axisOf({ paths }: Hatch): unknown {
  const edge = paths[0]?.edges[0];
  return edge instanceof HatchBoundaryPathEllipse ? [edge.majorAxisEndPoint.x, edge.majorAxisEndPoint.y] : 'none';
}

/** Its control points without those that it is fitted to. */
function hatchOfSpline(): Hatch {
  const edge = new HatchBoundaryPathSpline();
  Object.assign(edge, { degree: 1, startTangent: new XY(0, 0), endTangent: new XY(0, 0) });
  const path = new HatchBoundaryPath();
  path.edges.push(edge);
  const hatch = new Hatch();
  hatch.paths.push(path);
  return hatch;
}

/** The points of its axis have the same codes as those of the curve. */
const HELIX = tags(
  entity('HELIX', 'AcDbSpline', [70, 0], [71, 3], ...PLACE),
  [100, 'AcDbHelix'],
  [10, 9],
  [20, 9],
  [30, 9],
);

const TABLE = tags(
  entity('ACAD_TABLE', 'AcDbBlockReference', [2, 'DOOR'], ...PLACE),
  ...([
    [100, 'AcDbTable'],
    [91, 1],
    [92, 1],
    [141, 5],
    [142, 5],
    [171, 1],
    [301, 'CELL_VALUE'],
    [90, 0],
    [91, 0],
    [304, 'ACVALUE_END'],
  ] as Tag[]),
);
/** More cells than the table has room for. */
const OTHER_CELL: readonly Tag[] = [
  [171, 1],
  [171, 1],
];

const MULTILEADER = tags(
  entity('MULTILEADER', 'AcDbMLeader', [270, 2], [300, 'CONTEXT_DATA{'], [40, 1]),
  ...([
    [296, 1],
    [341, '8E'],
    [302, 'LEADER{'],
    [290, 1],
    [10, 7],
    [20, 8],
    [30, 0],
    [304, 'LEADER_LINE{'],
    [10, 2],
    [20, 3],
    [30, 0],
    [91, 0],
    [305, '}'],
    [303, '}'],
    [301, '}'],
    [172, 1],
  ] as Tag[]),
);

const COLUMNS = entity(
  'MTEXT',
  'AcDbMText',
  ...PLACE,
  ...([
    [40, 1],
    [1, 'x'],
    [101, 'Embedded Object'],
    [70, 1],
    [41, 9],
    [71, 1],
    [72, 3],
    [44, 4],
    [45, 1],
  ] as Tag[]),
);

function textInColumns(): MText {
  const text = new MText('x');
  if (text.columnData === null) throw new Error('a text has a place for columns');
  Object.assign(text.columnData, { columnType: ColumnType.StaticColumns, columnCount: 3, width: 4, gutter: 1 });
  text.horizontalWidth = 14;
  return text;
}

function throughDwg(item: Entity): Entity | undefined {
  const document = new CadDocument(ACadVersion.AC1032);
  document.modelSpace?.entities.add(item);
  return [...(readDwg(DwgWriter.writeToBuffer(document)).modelSpace?.entities ?? [])][0];
}

/** What the text says that a leader leads to. */
function annotationThroughDwg(): unknown {
  const document = new CadDocument(ACadVersion.AC1032);
  const text = new MText('x');
  const leader = new Leader();
  document.modelSpace?.entities.add(text);
  document.modelSpace?.entities.add(leader);
  leader.associatedAnnotation = text;
  const entities = readDwg(DwgWriter.writeToBuffer(document)).modelSpace?.entities ?? [];
  const read = [...entities].find((each) => each instanceof Leader)?.associatedAnnotation;
  return read instanceof MText ? read.value : 'none';
}

/** The upper right limits of the first sheet. */
function limitsThroughDwg(): unknown {
  const document = readDwg(readFileSync(fixture('plan-2000.dwg')));
  const sheet = sheetOf(document);
  sheet.maxLimits = new XY(40, 30);
  const { maxLimits } = sheetOf(readDwg(DwgWriter.writeToBuffer(document)));
  return [maxLimits.x, maxLimits.y];
}

const readDwg = (bytes: Uint8Array): CadDocument => DwgReader.readFromStream(new Uint8Array(bytes).buffer);

function sheetOf({ rootDictionary }: CadDocument): Layout {
  const layouts = rootDictionary?.getEntry(CadDictionary.acadLayout);
  const sheet = layouts instanceof CadDictionary ? [...layouts].find((each) => each.name !== 'Model') : null;
  if (!(sheet instanceof Layout)) throw new Error('a drawing has a sheet');
  return sheet;
}

/** The drawing with a unit for one of its blocks. */
const blockInMillimetres = (): Buffer =>
  Buffer.from(
    readFileSync(fixture('plan-2000.dxf'), 'latin1').replace(/(AcDbBlockTableRecord\n +2\nDOOR\n)/, '$1 70\n4\n'),
    'latin1',
  );

/** The drawing with 0 for the handle of its first line. */
function lineWithoutHandle(): Buffer {
  const plan = readFileSync(fixture('plan-2000.dxf'), 'latin1');
  const [before = '', entities = ''] = plan.split(/(?<=\n +2\nENTITIES\n)/);
  return Buffer.from(before + entities.replace(/(\nLINE\n +5\n)[0-9A-F]+/, '$10'), 'latin1');
}

/** A line in a file without header and tables, as some programs write it. @param common groups of all entities */
const lineAlone = (before: string, common = ''): Buffer =>
  Buffer.from(
    `${before}  0\nSECTION\n  2\nENTITIES\n  0\nLINE\n  5\n37C\n${common}  8\n0\n${common && '100\nAcDbLine\n'} 10\n1\n 20\n2\n 11\n3\n 21\n4\n  0\nENDSEC\n  0\nEOF\n`,
  );

function linesOf(dxf: Uint8Array): number {
  return [...(DxfReader.readFromStream(dxf).modelSpace?.entities ?? [])].filter((each) => each instanceof Line).length;
}

function blockOf(dxf: Uint8Array, name: string): unknown {
  const record = DxfReader.readFromStream(dxf).blockRecords?.tryGetValue(name);
  if (!(record instanceof BlockRecord)) throw new Error('the block was not read');
  return { units: record.units, flags: record.flags };
}
