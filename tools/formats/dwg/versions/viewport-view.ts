import {
  type CadDocument,
  ExtendedDataControlString,
  Layer,
  type Viewport,
  ViewportStatusFlags,
  XY,
  XYZ,
} from '@node-projects/acad-ts';
import type { Point3 } from './geometry.ts';

const DEGREES = 180 / Math.PI;
/** Bits of the view mode (VIEWMODE): perspective, both clipping planes, and "front clip not at eye". */
const VIEW_MODE = 1 | 2 | 4 | 16;

export type ViewRecord = readonly [code: 1070 | 1040, value: number] | readonly [code: 1010, value: Point3];

function flag(status: number, bit: number): number {
  return (status & bit) === 0 ? 0 : 1;
}

/**
 * Returns the view of a VIEWPORT as releases before 2000 store it: extended data of ACAD, between `1000 MVIEW`, `1002 {` and the list of
 * its frozen layers (Autodesk's DXF reference of Release 12, VIEWPORT).
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

const VIEW = 'MVIEW';
/** Group code of a layer in extended data. */
const LAYER = 1003;

/**
 * Gives a VIEWPORT of a release before 2000 the view from its extended data (see `viewRecords`), and removes those. Other extended data
 * stay.
 */
export function restoreView(viewport: Viewport, document: CadDocument): void {
  const others = [...viewport.extendedData];
  const isView = ([application, { records }]: (typeof others)[number]) =>
    application.name === 'ACAD' && records[0]?.rawValue === VIEW;
  const view = others.find(isView);
  if (view === undefined) return;
  const [, { records }] = view;
  const values = records.filter((record) => !(record instanceof ExtendedDataControlString));
  const layers = values.filter(({ code }) => code === LAYER).map(({ rawValue }) => layerOf(rawValue, document));
  setView(
    viewport,
    values.slice(1).map(({ rawValue }) => rawValue),
  );
  viewport.frozenLayers.push(...layers.filter((layer) => layer !== null));
  viewport.extendedData.clear();
  for (const [application, data] of others.filter((each) => !isView(each))) {
    viewport.extendedData.set(application, data);
  }
}

/** Returns a layer by its handle or name in extended data. */
function layerOf(value: unknown, document: CadDocument): Layer | null {
  const layer = typeof value === 'number' ? document.getCadObject(value) : document.layers?.tryGetValue(String(value));
  return layer instanceof Layer ? layer : null;
}

/** Sets the values that follow the name and the number of the form. */
function setView(viewport: Viewport, [, target, direction, ...values]: readonly unknown[]): void {
  const number = (place: number): number => Number(values[place] ?? 0);
  if (!(target instanceof XYZ && direction instanceof XYZ) || values.length < 23) return;
  viewport.viewTarget = target;
  viewport.viewDirection = direction;
  viewport.twistAngle = number(0) / DEGREES;
  viewport.viewHeight = number(1);
  viewport.viewCenter = new XY(number(2), number(3));
  viewport.lensLength = number(4);
  viewport.frontClipPlane = number(5);
  viewport.backClipPlane = number(6);
  viewport.circleZoomPercent = number(8);
  viewport.displayUcsIcon = (number(10) & 2) !== 0;
  const flags: readonly (readonly [place: number, flag: number])[] = [
    [10, ViewportStatusFlags.UcsIconVisibility],
    [11, ViewportStatusFlags.SnapMode],
    [12, ViewportStatusFlags.GridMode],
    [13, ViewportStatusFlags.IsometricSnapStyle],
    [22, ViewportStatusFlags.HidePlotMode],
  ];
  let status = (number(7) & VIEW_MODE) | ViewportStatusFlags.CurrentlyAlwaysEnabled;
  if (viewport.activeStatus === 0) status |= ViewportStatusFlags.ViewportOff;
  for (const [place, flag] of flags) if ((number(place) & 1) !== 0) status |= flag;
  viewport.status = status;
  viewport.snapAngle = number(15) / DEGREES;
  viewport.snapBase = new XY(number(16), number(17));
  viewport.snapSpacing = new XY(number(18), number(19));
  viewport.gridSpacing = new XY(number(20), number(21));
}
