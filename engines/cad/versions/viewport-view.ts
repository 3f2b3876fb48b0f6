import { type Viewport, ViewportStatusFlags } from '@node-projects/acad-ts';
import type { Point3 } from './geometry.ts';

const DEGREES = 180 / Math.PI;
/** Perspective, both clipping planes, and "front clip not at eye": the view mode (VIEWMODE). */
const VIEW_MODE = 1 | 2 | 4 | 16;

export type ViewRecord = readonly [code: 1070 | 1040, value: number] | readonly [code: 1010, value: Point3];

function flag(status: number, bit: number): number {
  return (status & bit) === 0 ? 0 : 1;
}

/**
 * The view of a VIEWPORT as releases before 2000 keep it: extended data of ACAD, between `1000 MVIEW`, `1002 {` and the
 * list of its frozen layers (Autodesk's DXF reference of Release 12, VIEWPORT).
 */
export function viewRecords(viewport: Viewport): readonly ViewRecord[] {
  const { gridSpacing, snapBase, snapSpacing, status, viewCenter } = viewport;
  return [
    [1070, 16],
    [1010, viewport.viewTarget],
    [1010, viewport.viewDirection],
    [1040, viewport.twistAngle * DEGREES],
    [1040, viewport.viewHeight],
    [1040, viewCenter.x],
    [1040, viewCenter.y],
    [1040, viewport.lensLength],
    [1040, viewport.frontClipPlane],
    [1040, viewport.backClipPlane],
    [1070, status & VIEW_MODE],
    [1070, viewport.circleZoomPercent],
    [1070, 1],
    [1070, flag(status, ViewportStatusFlags.UcsIconVisibility) | (viewport.displayUcsIcon ? 2 : 0)],
    [1070, flag(status, ViewportStatusFlags.SnapMode)],
    [1070, flag(status, ViewportStatusFlags.GridMode)],
    [1070, flag(status, ViewportStatusFlags.IsometricSnapStyle)],
    [1070, 0],
    [1040, viewport.snapAngle * DEGREES],
    [1040, snapBase.x],
    [1040, snapBase.y],
    [1040, snapSpacing.x],
    [1040, snapSpacing.y],
    [1040, gridSpacing.x],
    [1040, gridSpacing.y],
    [1070, flag(status, ViewportStatusFlags.HidePlotMode)],
  ];
}
