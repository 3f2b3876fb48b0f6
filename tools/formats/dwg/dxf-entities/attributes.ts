import {
  ACadVersion,
  AttributeBase,
  AttributeDefinition,
  AttributeType,
  type TextEntity,
} from '@node-projects/acad-ts';
import { bit, degrees, type SectionWriter } from './tags.ts';

/** Writes an ATTDEF or ATTRIB: a text, and the part that makes it an attribute. */
export function writeAttribute({ _writer: tags, version }: SectionWriter, attribute: AttributeBase): void {
  writeTextPart({ _writer: tags, version }, attribute);
  tags.write(100, attribute.subclassMarker);
  if (version >= ACadVersion.AC1024) tags.write(280, 0);
  if (attribute instanceof AttributeDefinition) tags.write(3, attribute.prompt ?? '');
  tags.write(2, attribute.tag);
  tags.write(70, attribute.flags);
  tags.write(74, attribute.verticalAlignment);
  if (version < ACadVersion.AC1021) return;
  tags.write(280, bit(attribute.isReallyLocked));
  // Multi-line text is a separate object after this, which acad-ts does not write: the text itself is above.
  if (version >= ACadVersion.AC1032) tags.write(71, AttributeType.SingleLine);
}

/** Writes the text of an attribute; its vertical alignment is in the other part. */
function writeTextPart({ _writer: tags }: SectionWriter, text: TextEntity): void {
  tags.write(100, 'AcDbText');
  tags.write(39, text.thickness);
  tags.writeVector(10, text.insertPoint);
  tags.write(40, text.height);
  tags.write(1, text.value ?? '');
  tags.write(50, degrees(text.rotation));
  tags.write(41, text.widthFactor);
  tags.write(51, degrees(text.obliqueAngle));
  tags.write(7, text.style?.name ?? 'Standard');
  tags.write(71, text.mirror);
  tags.write(72, text.horizontalAlignment);
  tags.writeVector(11, text.alignmentPoint);
  tags.writeVector(210, text.normal);
}

export function isAttribute(text: TextEntity): text is AttributeBase {
  return text instanceof AttributeBase;
}
