import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import {
  ACadVersion,
  AttributeDefinition,
  AttributeEntity,
  BlockRecord,
  CadDocument,
  CadValue,
  Color,
  DimensionLinear,
  DwgReader,
  DwgStreamReaderAC15,
  DwgWriter,
  DxfAsciiWriter,
  DxfBinaryReader,
  DxfReader,
  DxfTextReader,
  type Entity,
  Hatch,
  HatchPatternLine,
  Insert,
  type Layer,
  Line,
  Mesh,
  MText,
  MultiLeader,
  PolyfaceMesh,
  PolygonMesh,
  Polyline,
  Polyline2D,
  Seqend,
  Solid3D,
  SpatialFilter,
  Spline,
  TextEntity,
  Vertex2D,
  Viewport,
  Wipeout,
  XYZ,
} from '@node-projects/acad-ts';
import { beforeAll, expect, test } from 'vitest';
import { TextSink } from '../../../../engines/cad/dxf-sinks.ts';
import { PATCHES, removePatches } from '../../../../tools/formats/dwg/patches/apply.ts';
import { fixture } from '../../../engines/cad/support.ts';
import { patience } from '../../../support/slowness.ts';
import { ENTITY_DEFECTS } from './entity-defects.ts';
import { type Defect, dxfOf, entity, read, type Tag, tags, valuesOf, written } from './one-entity.ts';

const DEFECTS: Readonly<Record<keyof typeof PATCHES, Defect>> = {
  ...ENTITY_DEFECTS,
  palette: { seen: () => Color.getIndexRGB(192), right: [82, 0, 165] },
  nearestColors: { seen: () => Color.approxIndex(0, 0, 250), right: 5 },

  dwgColors: { seen: () => colorThroughDwg(new Color(200, 30, 120)), right: '200 30 120' },
  boundedStreams: {
    seen: () => {
      const before = new DwgStreamReaderAC15(new Uint8Array(4), true);
      before.setPositionInBits(-80);
      return [
        errorOf(() => new DwgStreamReaderAC15(new Uint8Array(4), true).readBytes(100_000)),
        errorOf(() => before.readByte()),
      ];
    },
    right: ['RangeError', 'RangeError'],
  },
  finiteSectionMaps: { seen: () => errorOf(() => soon(() => readDwg(withDistantPage()))), right: 'RangeError' },
  unencodableText: { seen: () => textThroughDwg('中'), right: '\\U+4E2D' },
  escapedText: { seen: () => textThroughDwg('\\U+4E2D'), right: '中' },

  hatchPatterns: { seen: () => read(HATCH, Hatch).seedPoints.length, right: 1 },
  hatchStyles: { seen: () => read(HATCH, Hatch).style, right: 1 },
  imageClips: { seen: () => read(WIPEOUT, Wipeout).clipType, right: 2 },

  binaryR12: { seen: () => layers(readFileSync(fixture('plan-r12-binary.dxf'))).includes('Walls'), right: true },
  utf8Since2007: { seen: () => layers(readFileSync(fixture('plan-2018.dxf')))[3], right: 'Notes – größe' },
  unicodeEscapes: { seen: () => read(tags(TEXT, [1, '\\U+00E9']), TextEntity).value, right: 'é' },
  textLines: {
    seen: () => [
      errorOf(() => new DxfTextReader(new Uint8Array()).readNext()),
      read(tags(TEXT, [1, ' two  words ']), TextEntity).value,
    ],
    right: ['TruncatedDrawing', ' two  words '],
  },
  binaryEnd: {
    seen: () => errorOf(() => new DxfBinaryReader(new Uint8Array(22)).readNext()),
    right: 'TruncatedDrawing',
  },
  firstTableEntries: { seen: () => layers(r12WithoutHandles())[0], right: '0' },

  signedIntegers: {
    seen: () => [...(layerTable(readFileSync(fixture('plan-2000.dxf'))) ?? [])].find(isHidden)?.isOn,
    right: false,
  },
  oldPolylines: {
    seen: () => polylinesOf(readFileSync(fixture('plan-r12.dxf'))),
    right: [
      'Polyline2D 3 vertices closed',
      'Polyline3D 3 vertices open',
      'PolygonMesh 6 vertices 3 by 2 open',
      'PolyfaceMesh 4 vertices 1 2 3, 3 2 4 open',
    ],
  },
  oldestPolylines: { seen: () => polylinesOf(r12Named('AC1006')).length, right: 4 },
  vertexWidths: { seen: () => widthsOf(closedPolylineWithWidth()), right: [0.5, 0.5, 0.5] },

  basePoints: { seen: () => basePointsOf(blocksWithBasePoints()), right: [0, 5, 7] },
  inheritedProperties: { seen: () => read(ATTDEF, AttributeDefinition).tag, right: 'NUMBER' },
  colorProperties: { seen: () => read(tags(MTEXT, [90, 1], [63, 5]), MText).backgroundColor?.index, right: 5 },
  controlCharacters: { seen: () => read(tags(TEXT, [1, 'a^Jb']), TextEntity).value, right: 'a\nb' },
  multiLeaderColors: {
    seen: () => streamed((writer) => writer.writeCmColor(91, Color.byLayer)),
    right: '91 -1073741824',
  },

  sheetEntities: { seen: () => ownerOf(read(tags(VIEWPORT, [67, 1]), Viewport)), right: '*Paper_Space' },
  namesByTable: { seen: () => referencesOf(layerNamedAsBlock()), right: ['DOOR', 'PAIR'] },
  lineTypesByBlock: { seen: () => lineTypesOf(withoutByBlock()), right: ['ByBlock'] },

  spatialFilters: { seen: () => clipOffsets(clippedReference()), right: [-5, -3] },
  tableValues: { seen: () => errorOf(() => new CadValue().setValue(1)), right: 'none' },

  placedAttributes: { seen: () => placeThroughDwg(insertWithAttribute()), right: [103, 53] },
  viewportStatus: { seen: () => read(tags(VIEWPORT, [68, 2], [69, 3]), Viewport).activeStatus, right: 2 },

  pointsAsPoints: { seen: () => streamed((writer) => writer.write(10, new XYZ(1, 2, 3))), right: '10 1 20 2 30 3' },
  attributes: {
    seen: () => valuesOf(written(Object.assign(new AttributeDefinition(), { tag: 'NUMBER' })), 2),
    right: ['NUMBER'],
  },
  viewports: {
    seen: () => valuesOf(written(Object.assign(new Viewport(), { twistAngle: Math.PI / 2 })), 51),
    right: ['90'],
  },
  multiLeaders: { seen: () => valuesOf(written(new MultiLeader()), 100).includes('AcDbMLeader'), right: true },
  meshes: { seen: () => valuesOf(written(new Mesh()), 71), right: ['2'] },
  images: { seen: () => valuesOf(written(new Wipeout()), 100), right: ['AcDbEntity', 'AcDbWipeout'] },
  polylines: { seen: () => valuesOf(written(raisedPolyline()), 30)[0], right: '4' },
  seqends: { seen: () => dxfOf(insertWithAttribute()).split('\nSEQEND\n').length - 1, right: 1 },
  linearDimensions: {
    seen: () => valuesOf(written(new DimensionLinear()), 100).filter((part) => part === 'AcDbAlignedDimension').length,
    right: 1,
  },
  hatchAngles: { seen: () => valuesOf(written(patternHatch()), 53), right: ['90'] },
  solids: { seen: () => valuesOf(written(binarySolid(), ACadVersion.AC1018), 70), right: ['1'] },
  splineTangents: { seen: () => valuesOf(written(new Spline()), 12), right: [] },
  textBackgrounds: { seen: () => valuesOf(written(textOnColor()), 421), right: [String(0x0a1496)] },
  commonProperties: {
    seen: () => valuesOf(written(Object.assign(new Line(), { color: new Color(1, 2, 3) })), 62).length,
    right: 1,
  },
};

// Other test files in this process apply the patches.
beforeAll(() => removePatches());

test.each(Object.entries(DEFECTS))('%s repairs what is wrong without it', (name, { seen, right }) => {
  const undo = PATCHES[name as keyof typeof PATCHES]();
  try {
    expect(outcome(seen)).toEqual(right);
  } finally {
    undo();
  }
  expect(outcome(seen)).not.toEqual(right);
});

function outcome(seen: () => unknown): unknown {
  try {
    return seen();
  } catch (error) {
    return `failed: ${error}`;
  }
}

function errorOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
  return 'none';
}

/** Stops an action that would never end. */
function soon(act: () => unknown): void {
  const place = { act };
  runInNewContext('act()', place, { timeout: patience(1000) });
}

/* Reading. */

/** The plan with one changed byte: a page of a section begins 2^56 bytes after its position. */
function withDistantPage(): Uint8Array {
  const bytes = new Uint8Array(readFileSync(fixture('plan-2018.dwg')));
  bytes[DISTANCE_AT] = 1;
  return bytes;
}
const DISTANCE_AT = 15_694;

const readDwg = (bytes: Uint8Array) => DwgReader.readFromStream(bytes.buffer as ArrayBuffer);

const TEXT = entity('TEXT', 'AcDbText', [10, 1], [20, 1], [40, 1]);
const MTEXT = entity('MTEXT', 'AcDbMText', [10, 1], [20, 1], [40, 1], [1, 'x']);
const ATTDEF = tags(
  entity('ATTDEF', 'AcDbText', [10, 1], [20, 1], [40, 1], [1, 'x']),
  [100, 'AcDbAttributeDefinition'],
  [2, 'NUMBER'],
);
const VIEWPORT = entity('VIEWPORT', 'AcDbViewport', [10, 1], [20, 1], [40, 1], [41, 1]);
const WIPEOUT = entity(
  'WIPEOUT',
  'AcDbWipeout',
  [71, 2],
  [91, 3],
  [14, 0],
  [24, 0],
  [14, 1],
  [24, 0],
  [14, 1],
  [24, 1],
);
const HATCH = entity(
  'HATCH',
  'AcDbHatch',
  ...([
    [10, 0],
    [20, 0],
    [30, 0],
    [2, 'LINES'],
    [70, 0],
    [71, 0],
    [91, 0],
    [75, 1],
    [76, 1],
    [52, 0],
  ] as Tag[]),
  ...([
    [41, 1],
    [77, 0],
    [78, 1],
    [53, 45],
    [43, 0],
    [44, 0],
    [45, -1],
    [46, 1],
    [79, 0],
    [98, 1],
    [10, 3],
    [20, 4],
  ] as Tag[]),
);

/** A drawing with a clipping boundary whose matrices move by -5 and by -3. */
function clippedReference(): string {
  const matrix = (x: number) => [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0].map((value) => `40\n${value}\n`).join('');
  const filter = `0\nSPATIAL_FILTER\n5\nFFF1\n100\nAcDbFilter\n100\nAcDbSpatialFilter\n70\n0\n72\n0\n73\n0\n`;
  return readFileSync(fixture('plan-2000.dxf'), 'utf8')
    .replace(/\n +2\nOBJECTS\n[\s\S]*?AcDbDictionary\n/, (start) => `${start}3\nCLIP\n350\nFFF1\n`)
    .replace(/ *0\nENDSEC\n *0\nEOF/, (end) => `${filter}${matrix(-5)}${matrix(-3)}${end}`);
}

function clipOffsets(dxf: string): unknown {
  const filter = DxfReader.readFromStream(Buffer.from(dxf)).getCadObject(0xfff1);
  return filter instanceof SpatialFilter ? [filter.inverseInsertTransform.m03, filter.insertTransform.m03] : null;
}

const ownerOf = ({ owner }: Entity): string => (owner instanceof BlockRecord ? owner.name : 'none');

const layerTable = (dxf: Uint8Array): Layer[] => [...(DxfReader.readFromStream(dxf).layers ?? [])];
const layers = (dxf: Uint8Array): string[] => layerTable(dxf).map(({ name }) => name);
const isHidden = ({ name }: Layer): boolean => name === 'Hidden';

/** Describes the first POLYLINEs of a drawing. */
const polylinesOf = (dxf: Uint8Array): string[] =>
  [...(DxfReader.readFromStream(dxf).modelSpace?.entities ?? [])]
    .filter((each) => each instanceof Polyline)
    .map((polyline) => {
      const size = polyline instanceof PolygonMesh ? ` ${polyline.mVertexCount} by ${polyline.nVertexCount}` : '';
      const corners =
        polyline instanceof PolyfaceMesh
          ? ` ${polyline.faces.map((face) => [face.index1, face.index2, face.index3].join(' ')).join(', ')}`
          : '';
      const name = `${polyline.constructor.name} ${polyline.vertices.length} vertices`;
      return `${name}${size}${corners} ${polyline.isClosed ? 'closed' : 'open'}`;
    });

/** The drawing with a width for all of its first POLYLINE. */
const closedPolylineWithWidth = (): Buffer =>
  Buffer.from(readFileSync(fixture('plan-2000.dxf'), 'latin1').replace(/(AcDb2dPolyline\n)/, '$1 40\n0.5\n'), 'latin1');

function widthsOf(dxf: Uint8Array): number[] {
  const entities = [...(DxfReader.readFromStream(dxf).modelSpace?.entities ?? [])];
  const polyline = entities.find((each) => each instanceof Polyline2D);
  return [...(polyline?.vertices ?? [])].filter((each) => each instanceof Vertex2D).map((vertex) => vertex.startWidth);
}

/** The drawing with the name of a block for one of its layers. */
const layerNamedAsBlock = (): Buffer =>
  Buffer.from(readFileSync(fixture('plan-r12.dxf'), 'latin1').replaceAll('\nHidden\n', '\nDOOR\n'), 'latin1');

const referencesOf = (dxf: Uint8Array): (string | undefined)[] =>
  [...(DxfReader.readFromStream(dxf).modelSpace?.entities ?? [])]
    .filter((each) => each instanceof Insert)
    .map(({ block }) => block?.name);

/** The drawing with an entity by its block, and another name for that in the table. */
const withoutByBlock = (): Buffer =>
  Buffer.from(readFileSync(fixture('plan-r12.dxf'), 'latin1').replace('\nByBlock\n', '\nOther\n'), 'latin1');

const lineTypesOf = (dxf: Uint8Array): string[] => {
  const { blockRecords } = DxfReader.readFromStream(dxf);
  const polylines = [...(blockRecords ?? [])].flatMap(({ name, entities }) =>
    name.startsWith('_') ? [...entities].filter((each) => each instanceof Polyline) : [],
  );
  return [...new Set(polylines.map(({ lineType }) => lineType.name))];
};

/** The drawing with base points in two of its blocks. */
function blocksWithBasePoints(): Buffer {
  const plan = readFileSync(fixture('plan-2000.dxf'), 'latin1');
  const moved = (text: string, name: string, x: number) =>
    text.replace(new RegExp(`(\n +2\n${name}\n +70\n\\d+\n +10\n)0.0`), `$1${x}.0`);
  return Buffer.from(moved(moved(plan, 'DOOR', 5), 'PAIR', 7), 'latin1');
}

const basePointsOf = (dxf: Uint8Array): (number | undefined)[] => {
  const { blockRecords } = DxfReader.readFromStream(dxf);
  return ['*Model_Space', 'DOOR', 'PAIR'].map((name) => blockRecords?.tryGetValue(name)?.blockEntity.basePoint.x);
};

/** The R12 drawing marked as an earlier release, which had the same polylines. */
const r12Named = (version: string): Buffer =>
  Buffer.from(readFileSync(fixture('plan-r12.dxf'), 'latin1').replace('\nAC1009\n', `\n${version}\n`), 'latin1');

/** The R12 drawing without handles, which are optional. */
const r12WithoutHandles = (): Buffer =>
  Buffer.from(readFileSync(fixture('plan-r12.dxf'), 'utf8').replace(/(\n +0\nLAYER\n) +5\n[0-9A-F]+\n/g, '$1'));

function textThroughDwg(value: string): string {
  const document = new CadDocument(ACadVersion.AC1015);
  document.modelSpace?.entities.add(new TextEntity(value));
  const bytes = DwgWriter.writeToBuffer(document);
  const [text] = DwgReader.readFromStream(bytes.buffer as ArrayBuffer).modelSpace?.entities ?? [];
  return text instanceof TextEntity ? text.value : 'no text';
}

function colorThroughDwg(color: Color): string {
  const document = new CadDocument(ACadVersion.AC1032);
  document.modelSpace?.entities.add(Object.assign(new Line(), { color }));
  const bytes = DwgWriter.writeToBuffer(document);
  const [line] = DwgReader.readFromStream(bytes.buffer as ArrayBuffer).modelSpace?.entities ?? [];
  return `${line?.color.r} ${line?.color.g} ${line?.color.b}`;
}

/** Returns the position of a block reference's attribute. */
function placeThroughDwg(insert: Insert): unknown {
  const document = new CadDocument(ACadVersion.AC1015);
  document.modelSpace?.entities.add(insert);
  // Handles of the document, because acad-ts gives none to parts of a reference.
  for (const [index, part] of [...insert.attributes, insert.attributes.seqend].entries()) {
    if (part !== null) part.handle = 0xfff1 + index;
  }
  const bytes = DwgWriter.writeToBuffer(document);
  const entities = DwgReader.readFromStream(bytes.buffer as ArrayBuffer).modelSpace?.entities ?? [];
  const [read] = [...entities].filter((each) => each instanceof Insert);
  const [attribute] = [...(read?.attributes ?? [])].filter((each) => each instanceof AttributeEntity);
  return [attribute?.insertPoint.x, attribute?.insertPoint.y];
}

/* Writing. */

function streamed(write: (writer: DxfAsciiWriter) => void): string {
  const sink = new TextSink();
  write(new DxfAsciiWriter(sink));
  return sink.text.trim().split(/\s+/).join(' ');
}

function raisedPolyline(): Polyline2D {
  const polyline = new Polyline2D([new Vertex2D(), new Vertex2D()]);
  polyline.elevation = 4;
  for (const vertex of polyline.vertices) vertex.owner = polyline;
  return polyline;
}

function insertWithAttribute(): Insert {
  const insert = new Insert(new BlockRecord('DOOR'));
  insert.insertPoint = new XYZ(100, 50, 0);
  const attribute = new AttributeEntity();
  attribute.insertPoint = new XYZ(103, 53, 0);
  attribute.owner = insert;
  insert.attributes.push(attribute);
  insert.attributes.seqend = Object.assign(new Seqend(), { owner: insert });
  return insert;
}

function patternHatch(): Hatch {
  const hatch = new Hatch();
  hatch.isSolid = false;
  hatch.pattern.lines.push(Object.assign(new HatchPatternLine(), { angle: Math.PI / 2 }));
  return hatch;
}

function binarySolid(): Solid3D {
  return Object.assign(new Solid3D(), { modelerFormatVersion: 2, binaryData: Buffer.from('700 0 1 0\n') });
}

function textOnColor(): MText {
  return Object.assign(new MText('x'), { backgroundFillFlags: 1, backgroundColor: new Color(0x0a, 0x14, 0x96) });
}
