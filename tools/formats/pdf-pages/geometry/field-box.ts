import { heightOf, widthOf } from '../objects/matrix.ts';
import { pdfNumber, pdfNumbers } from '../objects/number.ts';
import type { PdfObjects } from '../objects/objects.ts';
import type { Dict, Ref, Value } from '../objects/values.ts';
import { annotationBox } from './annotations.ts';
import { operators } from './content.ts';

/** Operators that set a colour, by its number of components: for fills and for strokes (ISO 32000-1, table 189 and 8.6.8). */
const COLOR_OPERATORS: Readonly<Record<number, readonly [fill: string, stroke: string]>> = {
  1: ['g', 'G'],
  3: ['rg', 'RG'],
  4: ['k', 'K'],
};

/**
 * Makes an appearance for a field that has none: background and border from its /MK (ISO 32000-1, 12.5.6.19), with a place for the text
 * that qpdf fills in; without this, qpdf would draw the text alone. Borders are solid lines, whatever their style.
 * @returns null if it has neither background nor border
 */
export function fieldBox(objects: PdfObjects, widget: Dict): Ref | null {
  const box = annotationBox(objects, widget);
  const look = objects.dict(widget['/MK']);
  if (box === null || look === null) return null;
  const [width, height] = [widthOf(box), heightOf(box)];
  const line = borderWidth(objects, widget);
  const [fill, stroke] = [color(objects, look['/BG'], 0), color(objects, look['/BC'], 1)];
  const inner = [line / 2, line / 2, width - line, height - line];
  const parts = [
    fill === null ? '' : `q ${fill} ${pdfNumbers([0, 0, width, height])} re f Q\n`,
    stroke === null || line <= 0 ? '' : `q ${stroke} ${pdfNumber(line)} w ${pdfNumbers(inner)} re S Q\n`,
  ].join('');
  if (parts === '') return null;
  const dict = {
    '/Type': '/XObject',
    '/Subtype': '/Form',
    '/BBox': [0, 0, width, height],
    '/Resources': { '/ProcSet': ['/PDF', '/Text'] },
  };
  return objects.addStream({ dict, data: operators(`${parts}/Tx BMC\nEMC\n`) });
}

function color(objects: PdfObjects, value: Value | undefined, use: 0 | 1): string | null {
  const components = objects.items(value).map((each) => objects.number(each) ?? 0);
  const operator = COLOR_OPERATORS[components.length]?.[use];
  return operator === undefined ? null : `${pdfNumbers(components)} ${operator}`;
}

/** Returns the width from /BS, else from /Border, else 1; points. */
function borderWidth(objects: PdfObjects, widget: Dict): number {
  const style = objects.dict(widget['/BS']);
  return objects.number(style?.['/W']) ?? objects.number(objects.items(widget['/Border'])[2]) ?? 1;
}
