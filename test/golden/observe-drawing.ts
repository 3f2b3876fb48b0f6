import { dwgReader, readByEzdxf, readDwg } from '../engines/cad/support.ts';

/** What readers that are not ours find in a drawing: ezdxf in DXF; dwgdxf, of R12 LibreDWG, in DWG. */
export interface DrawingObservation {
  readonly version: string;
  /** Number of entities by type, of all blocks and layouts. */
  readonly entities: Readonly<Record<string, number>>;
  readonly layers: readonly string[];
  /** What an audit of a DXF finds. */
  readonly errors: readonly string[];
}

/** `version`: that of the DWG file, as it begins. */
export async function observeDrawing(path: string, version: string): Promise<DrawingObservation> {
  const reports = path.endsWith('.dxf') ? await readByEzdxf([path]) : [await readDwg(dwgReader(version), path)];
  const [report] = reports;
  if (report === undefined || report.refused !== undefined) throw new Error(`${path}: ${report?.refused}`);
  const entities = Object.fromEntries(Object.entries(report.entities).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { version: report.version, entities, layers: report.layers, errors: report.errors ?? [] };
}
