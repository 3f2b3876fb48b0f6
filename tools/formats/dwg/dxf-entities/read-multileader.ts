import {
  CadMLeaderAnnotContextTemplate,
  type CadMLeaderTemplate,
  type DxfStreamReaderBase,
  LeaderLine,
  LeaderRoot,
  Matrix4,
  type MultiLeader,
  MultiLeaderBlockAttribute,
  type MultiLeaderObjectContextData,
  StartEndPointPair,
  XYZ,
} from '@node-projects/acad-ts';
import { color, type Fields, fields, flag, integer, point, points, real, text } from './read-fields.ts';

const SUBCLASS = 'AcDbMLeader';
/** Group code that begins extended data. */
const APPLICATION = 1001;

/**
 * Reads the reader's current group, and the part that it opens. Returns false if the group does not belong to the multileader itself
 * (common properties, extended data).
 */
export function readMultiLeader(reader: DxfStreamReaderBase, template: CadMLeaderTemplate, subclass: string): boolean {
  const { code } = reader;
  if (subclass !== SUBCLASS || code === 100 || code === APPLICATION) return false;
  const leader = template.cadObject;
  if (code === CONTEXT_BEGINS) readContext(reader, template.cadMLeaderAnnotContextTemplate);
  else if (code === 340) template.leaderStyleHandle = reader.valueAsHandle;
  else if (code === 341) template.leaderLineTypeHandle = reader.valueAsHandle;
  else if (code === 342) template.arrowheadHandle = reader.valueAsHandle;
  else if (code === 343) template.mTextStyleHandle = reader.valueAsHandle;
  else if (code === 344) template.blockContentHandle = reader.valueAsHandle;
  else if (code === 330) {
    // Begins an attribute of the block.
    const attribute = new MultiLeaderBlockAttribute();
    leader.blockAttributes.push(attribute);
    template.blockAttributeHandles.set(attribute, reader.valueAsHandle);
  } else LEADER.get(code)?.(leader, reader);
  return true;
}

const ofAttribute = (
  code: number,
  take: (attribute: MultiLeaderBlockAttribute, reader: DxfStreamReaderBase) => void,
): readonly [number, (leader: MultiLeader, reader: DxfStreamReaderBase) => void] => [
  code,
  (leader, reader) => {
    const attribute = leader.blockAttributes.at(-1);
    if (attribute !== undefined) take(attribute, reader);
  },
];

const LEADER: Fields<MultiLeader> = fields<MultiLeader>(
  integer(90, 'propertyOverrideFlags'),
  integer(170, 'pathType'),
  color(91, 'lineColor'),
  integer(171, 'leaderLineWeight'),
  flag(290, 'enableLanding'),
  flag(291, 'enableDogleg'),
  real(41, 'landingDistance'),
  real(42, 'arrowheadSize'),
  integer(172, 'contentType'),
  integer(173, 'textLeftAttachment'),
  integer(95, 'textRightAttachment'),
  integer(174, 'textAngle'),
  integer(175, 'textAlignment'),
  color(92, 'textColor'),
  flag(292, 'textFrame'),
  color(93, 'blockContentColor'),
  point(10, 'blockContentScale'),
  real(43, 'blockContentRotation'),
  integer(176, 'blockContentConnection'),
  flag(293, 'enableAnnotationScale'),
  [
    ofAttribute(177, (attribute, reader) => {
      attribute.index = reader.valueAsShort;
    }),
    ofAttribute(44, (attribute, reader) => {
      attribute.width = reader.valueAsDouble;
    }),
    ofAttribute(302, (attribute, reader) => {
      attribute.text = reader.valueAsString;
    }),
  ],
  flag(294, 'textDirectionNegative'),
  flag(178, 'textAligninIPE'),
  integer(179, 'textAttachmentPoint'),
  real(45, 'scaleFactor'),
  integer(271, 'textAttachmentDirection'),
  integer(272, 'textBottomAttachment'),
  integer(273, 'textTopAttachment'),
  flag(295, 'extendedToText'),
);

const CONTEXT_BEGINS = 300;
const CONTEXT_ENDS = 301;
const ROOT_BEGINS = 302;
const ROOT_ENDS = 303;
const LINE_BEGINS = 304;
const LINE_ENDS = 305;

/** Takes the groups after the current one, up to the one that ends the part. */
function readPart(reader: DxfStreamReaderBase, end: number, take: (code: number) => void): void {
  for (reader.readNext(); reader.code !== end && reader.code !== 0; reader.readNext()) take(reader.code);
}

const CONTEXT: Fields<MultiLeaderObjectContextData> = fields<MultiLeaderObjectContextData>(
  real(40, 'scaleFactor'),
  point(10, 'contentBasePoint'),
  real(41, 'textHeight'),
  real(140, 'arrowheadSize'),
  real(145, 'landingGap'),
  integer(174, 'textLeftAttachment'),
  integer(175, 'textRightAttachment'),
  integer(176, 'textAlignment'),
  integer(177, 'blockContentConnection'),
  flag(290, 'hasTextContents'),
  text(304, 'textLabel'),
  point(11, 'textNormal'),
  point(12, 'textLocation'),
  point(13, 'direction'),
  real(42, 'textRotation'),
  real(43, 'boundaryWidth'),
  real(44, 'boundaryHeight'),
  real(45, 'lineSpacingFactor'),
  integer(170, 'lineSpacing'),
  color(90, 'textColor'),
  integer(171, 'textAttachmentPoint'),
  integer(172, 'flowDirection'),
  color(91, 'backgroundFillColor'),
  real(141, 'backgroundScaleFactor'),
  integer(92, 'backgroundTransparency'),
  flag(291, 'backgroundFillEnabled'),
  flag(292, 'backgroundMaskFillOn'),
  integer(173, 'columnType'),
  flag(293, 'textHeightAutomatic'),
  real(142, 'columnWidth'),
  real(143, 'columnGutter'),
  flag(294, 'columnFlowReversed'),
  [[144, ({ columnSizes }, reader) => columnSizes.push(reader.valueAsDouble)]],
  flag(295, 'wordBreak'),
  flag(296, 'hasContentsBlock'),
  point(14, 'blockContentNormal'),
  point(15, 'blockContentLocation'),
  point(16, 'blockContentScale'),
  real(46, 'blockContentRotation'),
  color(93, 'blockContentColor'),
  point(110, 'basePoint'),
  point(111, 'baseDirection'),
  point(112, 'baseVertical'),
  flag(297, 'normalReversed'),
  integer(272, 'textBottomAttachment'),
  integer(273, 'textTopAttachment'),
);

const MATRIX = 47;
const MATRIX_VALUES = 16;

function readContext(reader: DxfStreamReaderBase, template: CadMLeaderAnnotContextTemplate): void {
  const context = template.cadObject as MultiLeaderObjectContextData;
  const matrix: number[] = [];
  readPart(reader, CONTEXT_ENDS, (code) => {
    if (code === ROOT_BEGINS) context.leaderRoots.push(readRoot(reader, template));
    else if (code === 340) template.textStyleHandle = reader.valueAsHandle;
    else if (code === 341) template.blockRecordHandle = reader.valueAsHandle;
    else if (code === MATRIX) matrix.push(reader.valueAsDouble);
    else CONTEXT.get(code)?.(context, reader);
  });
  if (matrix.length === MATRIX_VALUES) context.transformationMatrix = new Matrix4(matrix);
}

/** Pairs of points between which a line is interrupted. */
const breaks = <Target>(code: number, of: (target: Target) => StartEndPointPair[]) => [
  points<Target>(
    code,
    (target, start) => of(target).push(new StartEndPointPair(start, new XYZ(0, 0, 0))),
    (target) => of(target).at(-1)?.startPoint,
  ),
  points<Target>(
    code + 1,
    (target, end) => {
      const pair = of(target).at(-1);
      if (pair !== undefined) pair.endPoint = end;
    },
    (target) => of(target).at(-1)?.endPoint,
  ),
];

const ROOT: Fields<LeaderRoot> = fields<LeaderRoot>(
  flag(290, 'contentValid'),
  flag(291, 'unknown'),
  point(10, 'connectionPoint'),
  point(11, 'direction'),
  ...breaks<LeaderRoot>(12, (root) => root.breakStartEndPointsPairs),
  integer(90, 'leaderIndex'),
  real(40, 'landingDistance'),
  integer(271, 'textAttachmentDirection'),
);

function readRoot(reader: DxfStreamReaderBase, template: CadMLeaderAnnotContextTemplate): LeaderRoot {
  const root = new LeaderRoot();
  readPart(reader, ROOT_ENDS, (code) => {
    if (code === LINE_BEGINS) root.lines.push(readLine(reader, template));
    else ROOT.get(code)?.(root, reader);
  });
  return root;
}

const LINE: Fields<LeaderLine> = fields<LeaderLine>(
  points(
    10,
    (line, place) => line.points.push(place),
    (line) => line.points.at(-1),
  ),
  integer(90, 'segmentIndex'),
  ...breaks<LeaderLine>(11, (line) => line.startEndPoints),
  integer(91, 'index'),
  integer(170, 'pathType'),
  color(92, 'lineColor'),
  integer(171, 'lineWeight'),
  real(40, 'arrowheadSize'),
  integer(93, 'overrideFlags'),
);

function readLine(reader: DxfStreamReaderBase, context: CadMLeaderAnnotContextTemplate): LeaderLine {
  const line = new LeaderLine();
  const template = new CadMLeaderAnnotContextTemplate.LeaderLineTemplate(line);
  context.leaderLineTemplates.push(template);
  readPart(reader, LINE_ENDS, (code) => {
    if (code === 340) template.lineTypeHandle = reader.valueAsHandle;
    else if (code === 341) template.arrowSymbolHandle = reader.valueAsHandle;
    else LINE.get(code)?.(line, reader);
  });
  line.breakInfoCount = line.startEndPoints.length > 0 ? 1 : 0;
  return line;
}
