import { ColumnType, type DxfStreamReaderBase, type MText } from '@node-projects/acad-ts';
import { bit, type Tags } from './tags.ts';

/** Group code that begins the embedded object of an MTEXT, which has held its columns since 2018. */
const EMBEDDED = 101;

/** Reads the current embedded object, to the end of the entity. */
export function readColumns(reader: DxfStreamReaderBase, text: MText): void {
  const { columnData: columns } = text;
  if (columns === null) return;
  for (reader.readNext(); reader.code !== 0 && reader.code !== 1001; reader.readNext()) {
    switch (reader.code) {
      case 40:
        text.rectangleWidth = reader.valueAsDouble;
        break;
      case 41:
        text.rectangleHeight = reader.valueAsDouble;
        break;
      case 42:
        text.horizontalWidth = reader.valueAsDouble;
        break;
      case 43:
        text.verticalHeight = reader.valueAsDouble;
        break;
      case 71:
        columns.columnType = reader.valueAsShort;
        break;
      case 72:
        columns.columnCount = reader.valueAsInt;
        break;
      case 44:
        columns.width = reader.valueAsDouble;
        break;
      case 45:
        columns.gutter = reader.valueAsDouble;
        break;
      case 73:
        columns.autoHeight = reader.valueAsBool;
        break;
      case 74:
        columns.flowReversed = reader.valueAsBool;
        break;
      case 46:
        columns.heights.push(reader.valueAsDouble);
        break;
    }
  }
}

/** Writes the columns, which come last in the MTEXT. */
export function writeColumns(tags: Tags, text: MText): void {
  const { columnData: columns } = text;
  if (columns === null) return;
  const isAutomatic = columns.columnType === ColumnType.DynamicColumns && columns.autoHeight;
  tags.write(EMBEDDED, 'Embedded Object');
  tags.write(70, 1);
  tags.writeVector(10, text.alignmentPoint);
  tags.writeVector(11, text.insertPoint);
  tags.write(40, text.rectangleWidth);
  tags.write(41, text.rectangleHeight);
  tags.write(42, text.horizontalWidth);
  tags.write(43, text.verticalHeight);
  tags.write(71, columns.columnType);
  tags.write(72, isAutomatic ? 0 : columns.columnCount);
  tags.write(44, columns.width);
  tags.write(45, columns.gutter);
  tags.write(73, bit(columns.autoHeight));
  tags.write(74, bit(columns.flowReversed));
  for (const height of columns.heights) tags.write(46, height);
}
