import {
  type DimensionStyle,
  type Layer,
  type LineType,
  type TextStyle,
  type UCS,
  type View,
  VPort,
  type XYZ,
} from '@node-projects/acad-ts';
import { blockName, colorNumber, type Drawing } from './drawing.ts';
import { asR12Text } from './names.ts';

const DEGREES = 180 / Math.PI;
/** Largest number of dashes, gaps and dots of a linetype in R12. */
const MOST_DASHES = 12;

function writeTable<T>({ out }: Drawing, name: string, entries: readonly T[], write: (entry: T) => void): void {
  out.text(0, 'TABLE');
  out.text(2, name);
  out.number(70, entries.length);
  for (const entry of entries) {
    out.text(0, name);
    write(entry);
  }
  out.text(0, 'ENDTAB');
}

function writeLineType({ names, out }: Drawing, lineType: LineType): void {
  out.text(2, names.lineTypes.of(lineType.name));
  out.number(70, 0);
  out.text(3, asR12Text(lineType.description ?? '').slice(0, 47));
  out.number(72, 65);
  const dashes = lineType.segments.slice(0, MOST_DASHES).map((segment) => segment.length);
  out.number(73, dashes.length);
  out.number(
    40,
    dashes.reduce((sum, dash) => sum + Math.abs(dash), 0),
  );
  for (const dash of dashes) out.number(49, dash);
}

function writeLayer({ names, out }: Drawing, layer: Layer): void {
  out.text(2, names.layers.of(layer.name));
  // Frozen, frozen in new viewports, locked.
  out.number(70, layer.layerFlags & 7);
  const color = colorNumber(layer.color);
  const number = color >= 1 && color <= 255 ? color : 7;
  out.number(62, layer.isOn ? number : -number);
  const lineType = layer.lineType?.name.toUpperCase() ?? 'CONTINUOUS';
  out.text(6, lineType.startsWith('BY') ? 'CONTINUOUS' : names.lineTypes.of(lineType));
}

/** Returns the font file of a style; R12 supports only shape fonts, so `txt` replaces others, as in AutoCAD. */
function fontFile(filename: string): string {
  const name = asR12Text(filename);
  return name === '' || /\.(ttf|ttc|otf)$/i.test(name) ? 'txt' : name;
}

function writeTextStyle({ names, out }: Drawing, style: TextStyle): void {
  out.text(2, style.isShapeFile ? '' : names.textStyles.of(style.name));
  // Shape file, vertical text.
  out.number(70, style.styleFlags & 5);
  out.number(40, Math.max(0, style.height));
  out.number(41, style.width > 0 ? style.width : 1);
  out.number(50, style.obliqueAngle * DEGREES);
  out.number(71, style.mirrorFlag & 6);
  out.number(42, style.lastHeight > 0 ? style.lastHeight : 1);
  out.text(3, fontFile(style.filename));
  out.text(4, asR12Text(style.bigFontFilename ?? ''));
}

function writeView({ names, out }: Drawing, view: View): void {
  out.text(2, names.views.of(view.name));
  out.number(70, 0);
  out.number(40, view.height);
  out.flatPoint(10, view.center);
  out.number(41, view.width);
  out.point(11, view.direction);
  out.point(12, view.target);
  out.number(42, view.lensLength);
  out.number(43, view.frontClipping);
  out.number(44, view.backClipping);
  out.number(50, view.angle * DEGREES);
  out.number(71, view.viewMode & 31);
}

function writeCoordinateSystem({ names, out }: Drawing, ucs: UCS): void {
  out.text(2, names.coordinateSystems.of(ucs.name));
  out.number(70, 0);
  out.point(10, ucs.origin);
  out.point(11, ucs.xAxis);
  out.point(12, ucs.yAxis);
}

function writeViewPort({ out }: Drawing, port: VPort): void {
  out.text(2, port.name.toUpperCase());
  out.number(70, 0);
  out.flatPoint(10, port.bottomLeft);
  out.flatPoint(11, port.topRight);
  out.flatPoint(12, port.center);
  out.flatPoint(13, port.snapBasePoint);
  out.flatPoint(14, port.snapSpacing);
  out.flatPoint(15, port.gridSpacing);
  out.point(16, port.direction as XYZ);
  out.point(17, port.target);
  out.number(40, port.viewHeight > 0 ? port.viewHeight : 1);
  out.number(41, port.aspectRatio > 0 ? port.aspectRatio : 1);
  out.number(42, port.lensLength);
  out.number(43, port.frontClippingPlane);
  out.number(44, port.backClippingPlane);
  out.number(50, port.snapRotation * DEGREES);
  out.number(51, port.twistAngle * DEGREES);
  out.number(71, port.viewMode & 31);
  out.number(72, port.circleZoomPercent);
  out.number(73, 1);
  out.number(74, port.ucsIconDisplay);
  out.number(75, port.snapOn ? 1 : 0);
  out.number(76, port.showGrid ? 1 : 0);
  out.number(77, port.isometricSnap ? 1 : 0);
  out.number(78, port.snapIsoPair);
}

function writeDimensionStyle(drawing: Drawing, style: DimensionStyle): void {
  const { names, out } = drawing;
  out.text(2, names.dimensionStyles.of(style.name));
  out.number(70, 0);
  out.text(3, asR12Text(style.postFix));
  out.text(4, asR12Text(style.alternateDimensioningSuffix));
  for (const [code, arrow] of [
    [5, style.arrowBlock],
    [6, style.dimArrow1],
    [7, style.dimArrow2],
  ] as const) {
    out.text(code, arrow === null ? '' : blockName(drawing, arrow));
  }
  const { scaleFactor } = style;
  const reals: readonly (readonly [number, number])[] = [
    [40, scaleFactor],
    [41, style.arrowSize],
    [42, style.extensionLineOffset],
    [43, style.dimensionLineIncrement],
    [44, style.extensionLineExtension],
    [45, style.rounding],
    [46, style.dimensionLineExtension],
    [47, style.plusTolerance],
    [48, style.minusTolerance],
    [140, style.textHeight],
    [141, style.centerMarkSize],
    [142, style.tickSize],
    [143, style.alternateUnitScaleFactor],
    [144, style.linearScaleFactor],
    [145, style.textVerticalPosition],
    [146, style.toleranceScaleFactor],
    // Negative values (a frame around the text) exist since R13.
    [147, Math.abs(style.dimensionLineGap)],
  ];
  for (const [code, value] of reals) out.number(code, value);
  const flags: readonly (readonly [number, number | boolean])[] = [
    [71, style.generateTolerances],
    [72, style.limitsGeneration],
    [73, style.textInsideHorizontal],
    [74, style.textOutsideHorizontal],
    [75, style.suppressFirstExtensionLine],
    [76, style.suppressSecondExtensionLine],
    // R12 puts the text within the line or above it.
    [77, style.textVerticalAlignment === 0 ? 0 : 1],
    [78, style.zeroHandling & 15],
    [170, style.alternateUnitDimensioning],
    [171, style.alternateUnitDecimalPlaces],
    [172, style.textOutsideExtensions],
    [173, style.separateArrowBlocks],
    [174, style.textInsideExtensions],
    [175, style.suppressOutsideExtensions],
    [176, colorNumber(style.dimensionLineColor)],
    [177, colorNumber(style.extensionLineColor)],
    [178, colorNumber(style.textColor)],
  ];
  for (const [code, value] of flags) out.number(code, Number(value));
}

/** Writes the section TABLES. */
export function writeTables(drawing: Drawing): void {
  const { document, names, out } = drawing;
  const ports = [...(document.vPorts ?? [])].filter((port) => port.name.toUpperCase() === '*ACTIVE');
  const lineTypes = [...(document.lineTypes ?? [])].filter((type) => !/^by(layer|block)$/i.test(type.name));
  out.text(0, 'SECTION');
  out.text(2, 'TABLES');
  writeTable(drawing, 'VPORT', ports.length > 0 ? ports : [new VPort('*ACTIVE')], (port) =>
    writeViewPort(drawing, port),
  );
  writeTable(drawing, 'LTYPE', lineTypes, (lineType) => writeLineType(drawing, lineType));
  writeTable(drawing, 'LAYER', [...(document.layers ?? [])], (layer) => writeLayer(drawing, layer));
  writeTable(drawing, 'STYLE', [...(document.textStyles ?? [])], (style) => writeTextStyle(drawing, style));
  writeTable(drawing, 'VIEW', [...(document.views ?? [])], (view) => writeView(drawing, view));
  writeTable(drawing, 'UCS', [...(document.uCSs ?? [])], (ucs) => writeCoordinateSystem(drawing, ucs));
  const applications = new Set(['ACAD', ...[...(document.appIds ?? [])].map((application) => application.name)]);
  writeTable(drawing, 'APPID', [...new Set([...applications].map((name) => names.applications.of(name)))], (name) => {
    out.text(2, name);
    out.number(70, 0);
  });
  writeTable(drawing, 'DIMSTYLE', [...(document.dimensionStyles ?? [])], (style) =>
    writeDimensionStyle(drawing, style),
  );
  out.text(0, 'ENDSEC');
}
