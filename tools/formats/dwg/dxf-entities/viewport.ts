import { ACadVersion, type Viewport, ViewportStatusFlags } from '@node-projects/acad-ts';
import { viewportStatusOf } from '../patches/dxf-sheet.ts';
import { bit, degrees, type SectionWriter } from './tags.ts';

export const isOff = ({ status }: Viewport): boolean => (status & ViewportStatusFlags.ViewportOff) !== 0;

/** Writes a VIEWPORT: a window of a layout into the model. */
export function writeViewport({ _writer: tags, version }: SectionWriter, viewport: Viewport): void {
  tags.write(100, 'AcDbViewport');
  tags.writeVector(10, viewport.center);
  tags.write(40, viewport.width);
  tags.write(41, viewport.height);
  tags.write(68, viewportStatusOf(viewport, isOff(viewport)));
  tags.write(69, viewport.id);
  tags.writeVector(12, viewport.viewCenter);
  tags.writeVector(13, viewport.snapBase);
  tags.writeVector(14, viewport.snapSpacing);
  tags.writeVector(15, viewport.gridSpacing);
  tags.writeVector(16, viewport.viewDirection);
  tags.writeVector(17, viewport.viewTarget);
  tags.write(42, viewport.lensLength);
  tags.write(43, viewport.frontClipPlane);
  tags.write(44, viewport.backClipPlane);
  tags.write(45, viewport.viewHeight);
  tags.write(50, degrees(viewport.snapAngle));
  tags.write(51, degrees(viewport.twistAngle));
  tags.write(72, viewport.circleZoomPercent);
  for (const layer of viewport.frozenLayers) tags.writeHandle(331, layer);
  tags.write(90, viewport.status);
  tags.writeHandle(340, viewport.boundary);
  tags.write(1, viewport.styleSheetName ?? '');
  tags.write(281, viewport.renderMode);
  tags.write(71, bit(viewport.ucsPerViewport));
  tags.write(74, bit(viewport.displayUcsIcon));
  tags.writeVector(110, viewport.ucsOrigin);
  tags.writeVector(111, viewport.ucsXAxis);
  tags.writeVector(112, viewport.ucsYAxis);
  tags.write(79, viewport.ucsOrthographicType);
  tags.write(146, viewport.elevation);
  if (version < ACadVersion.AC1018) return;
  tags.write(170, viewport.shadePlotMode);
  if (version < ACadVersion.AC1021) return;
  tags.write(61, viewport.majorGridLineFrequency);
  tags.writeHandle(348, viewport.visualStyle);
  tags.write(292, bit(viewport.useDefaultLighting));
  tags.write(282, viewport.defaultLightingType);
  tags.write(141, viewport.brightness);
  tags.write(142, viewport.contrast);
  const ambient = viewport.ambientLightColor;
  if (ambient === null) return;
  tags.write(63, ambient.getApproxIndex());
  if (ambient.isTrueColor) tags.writeTrueColor(421, ambient);
}
