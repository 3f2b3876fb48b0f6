import { dwgReader, readByEzdxf, readDwg } from '../engines/cad/support.ts';

/** What foreign readers find in a drawing: ezdxf in DXF; dwgdxf in DWG, LibreDWG in DWG R12. */
export interface DrawingObservation {
  readonly version: string;
  /** Type to the number of its entities in all blocks and layouts. */
  readonly entities: Readonly<Record<string, number>>;
  readonly layers: readonly string[];
  /** Errors found by an audit of a DXF. */
  readonly errors: readonly string[];
}

/** Observes a drawing. `version`: the first letters of a DWG file. */
export async function observeDrawing(path: string, version: string): Promise<DrawingObservation> {
  const reports = path.endsWith('.dxf') ? await readByEzdxf([path]) : [await readDwg(dwgReader(version), path)];
  const [report] = reports;
  if (report === undefined || report.refused !== undefined) throw new Error(`${path}: ${report?.refused}`);
  const entities = Object.fromEntries(Object.entries(report.entities).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { version: report.version, entities, layers: report.layers, errors: report.errors ?? [] };
}
