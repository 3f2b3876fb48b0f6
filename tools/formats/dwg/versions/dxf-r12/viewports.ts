import type { Viewport } from '@node-projects/acad-ts';
import { isOff } from '../../dxf-entities/viewport.ts';
import { viewportStatusOf } from '../../patches/dxf-sheet.ts';
import { viewRecords } from '../viewport-view.ts';
import { type Space, writeCommon } from './common.ts';
import type { Drawing } from './drawing.ts';

/** Writes a VIEWPORT; R12 stores its view as extended data (`MVIEW`) of ACAD. */
export function writeViewport(drawing: Drawing, viewport: Viewport, space: Space): void {
  const { names, out } = drawing;
  writeCommon(drawing, 'VIEWPORT', viewport, space);
  out.point(10, viewport.center);
  out.number(40, viewport.width);
  out.number(41, viewport.height);
  out.number(68, viewportStatusOf(viewport, isOff(viewport)));
  out.number(69, viewport.id);
  out.text(1001, names.applications.of('ACAD'));
  out.text(1000, 'MVIEW');
  out.text(1002, '{');
  for (const record of viewRecords(viewport)) {
    if (record[0] === 1010) out.point(1010, record[1]);
    else out.number(record[0], record[1]);
  }
  out.text(1002, '{');
  for (const layer of viewport.frozenLayers) out.text(1003, names.layers.of(layer.name));
  out.text(1002, '}');
  out.text(1002, '}');
}
