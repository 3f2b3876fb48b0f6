import {
  ACadVersion,
  type LeaderLine,
  type LeaderRoot,
  type MultiLeader,
  type MultiLeaderObjectContextData,
} from '@node-projects/acad-ts';
import { bit, type SectionWriter, type Tags } from './tags.ts';

/** The version of the MULTILEADER entity, written since AutoCAD 2010. */
const MULTILEADER_VERSION = 2;

/** Writes a MULTILEADER: its content (the context), and its differences from its style. Angles are radians. */
export function writeMultiLeader({ _writer: tags, version }: SectionWriter, leader: MultiLeader): void {
  const has2010 = version >= ACadVersion.AC1024;
  tags.write(100, 'AcDbMLeader');
  if (has2010) tags.write(270, MULTILEADER_VERSION);
  tags.write(300, 'CONTEXT_DATA{');
  writeContext(tags, leader.contextData, has2010);
  tags.write(301, '}');
  tags.writeHandle(340, leader.style);
  tags.write(90, leader.propertyOverrideFlags);
  tags.write(170, leader.pathType);
  tags.writeCmColor(91, leader.lineColor);
  tags.writeHandle(341, leader.leaderLineType);
  tags.write(171, leader.leaderLineWeight);
  tags.write(290, bit(leader.enableLanding));
  tags.write(291, bit(leader.enableDogleg));
  tags.write(41, leader.landingDistance);
  tags.writeHandle(342, leader.arrowhead);
  tags.write(42, leader.arrowheadSize);
  tags.write(172, leader.contentType);
  tags.writeHandle(343, leader.textStyle);
  tags.write(173, leader.textLeftAttachment);
  tags.write(95, leader.textRightAttachment);
  tags.write(174, leader.textAngle);
  tags.write(175, leader.textAlignment);
  tags.writeCmColor(92, leader.textColor);
  tags.write(292, bit(leader.textFrame));
  tags.writeHandle(344, leader.blockContentId);
  tags.writeCmColor(93, leader.blockContentColor);
  tags.writeVector(10, leader.blockContentScale);
  tags.write(43, leader.blockContentRotation);
  tags.write(176, leader.blockContentConnection);
  tags.write(293, bit(leader.enableAnnotationScale));
  for (const attribute of leader.blockAttributes) {
    tags.writeHandle(330, attribute.attributeDefinition);
    tags.write(177, attribute.index);
    tags.write(44, attribute.width);
    tags.write(302, attribute.text ?? '');
  }
  tags.write(294, bit(leader.textDirectionNegative));
  tags.write(178, Number(leader.textAligninIPE));
  tags.write(179, leader.textAttachmentPoint);
  tags.write(45, leader.scaleFactor);
  if (!has2010) return;
  tags.write(271, leader.textAttachmentDirection);
  tags.write(272, leader.textBottomAttachment);
  tags.write(273, leader.textTopAttachment);
  if (version >= ACadVersion.AC1027) tags.write(295, bit(leader.extendedToText));
}

function writeContext(tags: Tags, context: MultiLeaderObjectContextData, has2010: boolean): void {
  tags.write(40, context.scaleFactor);
  tags.writeVector(10, context.contentBasePoint);
  tags.write(41, context.textHeight);
  tags.write(140, context.arrowheadSize);
  tags.write(145, context.landingGap);
  tags.write(174, context.textLeftAttachment);
  tags.write(175, context.textRightAttachment);
  tags.write(176, context.textAlignment);
  tags.write(177, context.blockContentConnection);
  tags.write(290, bit(context.hasTextContents));
  if (context.hasTextContents) writeText(tags, context);
  tags.write(296, bit(context.hasContentsBlock));
  if (context.hasContentsBlock) writeBlock(tags, context);
  tags.writeVector(110, context.basePoint);
  tags.writeVector(111, context.baseDirection);
  tags.writeVector(112, context.baseVertical);
  tags.write(297, bit(context.normalReversed));
  for (const root of context.leaderRoots) {
    tags.write(302, 'LEADER{');
    writeRoot(tags, root, has2010);
    tags.write(303, '}');
  }
  if (!has2010) return;
  tags.write(272, context.textBottomAttachment);
  tags.write(273, context.textTopAttachment);
}

function writeText(tags: Tags, context: MultiLeaderObjectContextData): void {
  tags.write(304, context.textLabel ?? '');
  tags.writeVector(11, context.textNormal);
  tags.writeHandle(340, context.textStyle);
  tags.writeVector(12, context.textLocation);
  tags.writeVector(13, context.direction);
  tags.write(42, context.textRotation);
  tags.write(43, context.boundaryWidth);
  tags.write(44, context.boundaryHeight);
  tags.write(45, context.lineSpacingFactor);
  tags.write(170, context.lineSpacing);
  tags.writeCmColor(90, context.textColor);
  tags.write(171, context.textAttachmentPoint);
  tags.write(172, context.flowDirection);
  tags.writeCmColor(91, context.backgroundFillColor);
  tags.write(141, context.backgroundScaleFactor);
  tags.write(92, context.backgroundTransparency);
  tags.write(291, bit(context.backgroundFillEnabled));
  tags.write(292, bit(context.backgroundMaskFillOn));
  tags.write(173, context.columnType);
  tags.write(293, bit(context.textHeightAutomatic));
  tags.write(142, context.columnWidth);
  tags.write(143, context.columnGutter);
  tags.write(294, bit(context.columnFlowReversed));
  for (const size of context.columnSizes) tags.write(144, size);
  tags.write(295, bit(context.wordBreak));
}

function writeBlock(tags: Tags, context: MultiLeaderObjectContextData): void {
  tags.writeHandle(341, context.blockContent);
  tags.writeVector(14, context.blockContentNormal);
  tags.writeVector(15, context.blockContentLocation);
  tags.writeVector(16, context.blockContentScale);
  tags.write(46, context.blockContentRotation);
  tags.writeCmColor(93, context.blockContentColor);
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) tags.write(47, context.transformationMatrix.get(row, column));
  }
}

function writeRoot(tags: Tags, root: LeaderRoot, has2010: boolean): void {
  tags.write(290, bit(root.contentValid));
  tags.write(291, 1);
  tags.writeVector(10, root.connectionPoint);
  tags.writeVector(11, root.direction);
  for (const { startPoint, endPoint } of root.breakStartEndPointsPairs) {
    tags.writeVector(12, startPoint);
    tags.writeVector(13, endPoint);
  }
  tags.write(90, root.leaderIndex);
  tags.write(40, root.landingDistance);
  for (const line of root.lines) {
    tags.write(304, 'LEADER_LINE{');
    writeLine(tags, line);
    tags.write(305, '}');
  }
  if (has2010) tags.write(271, root.textAttachmentDirection);
}

function writeLine(tags: Tags, line: LeaderLine): void {
  for (const point of line.points) tags.writeVector(10, point);
  if (line.startEndPoints.length > 0) {
    tags.write(90, line.segmentIndex);
    for (const { startPoint, endPoint } of line.startEndPoints) {
      tags.writeVector(11, startPoint);
      tags.writeVector(12, endPoint);
    }
  }
  tags.write(91, line.index);
}
