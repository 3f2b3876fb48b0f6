import { BackgroundFillFlags, type DimensionLinear, type MText } from '@node-projects/acad-ts';
import { degrees, type SectionWriter, type Tags } from './tags.ts';

/** Writes what a linear dimension adds to an aligned one; its angle belongs to the aligned part before it. */
export function writeLinear({ _writer: tags }: SectionWriter, dimension: DimensionLinear): void {
  tags.write(50, degrees(dimension.rotation));
  tags.write(100, 'AcDbRotatedDimension');
}

/** Writes the background of an MTEXT, with its colour as an index and a true colour. */
export function writeTextBackground(tags: Tags, text: MText): void {
  tags.write(90, text.backgroundFillFlags);
  if (text.backgroundFillFlags === BackgroundFillFlags.None || text.backgroundColor === null) return;
  tags.write(63, text.backgroundColor.getApproxIndex());
  if (text.backgroundColor.isTrueColor) tags.writeTrueColor(421, text.backgroundColor);
  tags.write(45, text.backgroundScale);
  tags.write(441, text.backgroundTransparency);
}
