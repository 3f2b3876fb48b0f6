import { CadHeader, Color, XY, XYZ } from '@node-projects/acad-ts';
import type { Drawing } from './drawing.ts';
import { asR12Text, type NameTables } from './names.ts';

/** Variables of R12's header that concern the drawing (Autodesk's DXF reference of Release 12). */
const VARIABLES = `INSBASE EXTMIN EXTMAX LIMMIN LIMMAX ORTHOMODE REGENMODE FILLMODE QTEXTMODE MIRRTEXT LTSCALE
ATTMODE TEXTSIZE TRACEWID TEXTSTYLE CLAYER CELTYPE CECOLOR
DIMSCALE DIMASZ DIMEXO DIMDLI DIMRND DIMDLE DIMEXE DIMTP DIMTM DIMTXT DIMCEN DIMTSZ DIMTOL DIMLIM DIMTIH DIMTOH DIMSE1
DIMSE2 DIMTAD DIMZIN DIMBLK DIMASO DIMSHO DIMPOST DIMAPOST DIMALT DIMALTD DIMALTF DIMLFAC DIMTOFL DIMTVP DIMTIX DIMSOXD
DIMSAH DIMBLK1 DIMBLK2 DIMSTYLE DIMCLRD DIMCLRE DIMCLRT DIMTFAC DIMGAP
LUNITS LUPREC SKETCHINC FILLETRAD AUNITS AUPREC ELEVATION PELEVATION THICKNESS LIMCHECK CHAMFERA CHAMFERB SKPOLY
USRTIMER ANGBASE ANGDIR PDMODE PDSIZE PLINEWID SPLFRAME SPLINETYPE SPLINESEGS SURFTAB1 SURFTAB2 SURFTYPE SURFU SURFV
UCSORG UCSXDIR UCSYDIR PUCSORG PUCSXDIR PUCSYDIR USERI1 USERI2 USERI3 USERI4 USERI5 USERR1 USERR2 USERR3 USERR4 USERR5
WORLDVIEW SHADEDGE SHADEDIF TILEMODE MAXACTVP PLIMCHECK PEXTMIN PEXTMAX PLIMMIN PLIMMAX UNITMODE VISRETAIN PLINEGEN
PSLTSCALE`.split(/\s+/);

/** Variables that hold names, and the tables of these names. */
const NAMED: Readonly<Record<string, keyof NameTables>> = {
  TEXTSTYLE: 'textStyles',
  CLAYER: 'layers',
  DIMSTYLE: 'dimensionStyles',
  DIMBLK: 'blocks',
  DIMBLK1: 'blocks',
  DIMBLK2: 'blocks',
};

/** Variables with fewer values in R12, and the value that replaces others. */
const LIMITED: Readonly<Record<string, { readonly most: number; readonly otherwise: number }>> = {
  DIMTAD: { most: 1, otherwise: 1 },
  LUNITS: { most: 5, otherwise: 2 },
};

function nameFor({ names }: Drawing, variable: string, value: string): string {
  if (variable === 'CELTYPE') {
    const lineType = value.toUpperCase();
    return lineType === 'BYLAYER' || lineType === 'BYBLOCK' ? lineType : names.lineTypes.of(value);
  }
  const table = NAMED[variable];
  // Empty names, and arrows that newer releases draw themselves, are not blocks of the drawing.
  if (table === 'blocks') return '';
  return table === undefined || value === '' ? asR12Text(value).slice(0, 255) : names[table].of(value);
}

function numberFor(variable: string, value: number): number {
  const limit = LIMITED[variable];
  if (limit !== undefined && value > limit.most) return limit.otherwise;
  return variable === 'DIMGAP' ? Math.abs(value) : value;
}

function writeVariable(drawing: Drawing, variable: string): void {
  const { document, out } = drawing;
  const system = CadHeader.getHeaderMap().get(`$${variable}`);
  const header = document.header;
  const [code] = system?.dxfCodes ?? [];
  if (system === undefined || header === null || code === undefined) return;
  const value = system.getValue(header);
  if (value === null || value === undefined) return;
  out.text(9, `$${variable}`);
  if (value instanceof XYZ) {
    if (/LIM(MIN|MAX)$/.test(variable)) out.flatPoint(10, value);
    else out.point(10, value);
  } else if (value instanceof XY) out.flatPoint(10, value);
  else if (value instanceof Color) out.number(code, value.isByLayer ? 256 : value.getApproxIndex());
  else if (typeof value === 'string') out.text(code, nameFor(drawing, variable, value));
  else out.number(code, numberFor(variable, Number(value)));
}

/** Writes the section HEADER; `handleSeed` is larger than every handle in the file. */
export function writeHeader(drawing: Drawing, handleSeed: number): void {
  const { out } = drawing;
  out.text(0, 'SECTION');
  out.text(2, 'HEADER');
  out.text(9, '$ACADVER');
  out.text(1, 'AC1009');
  for (const variable of VARIABLES) writeVariable(drawing, variable);
  out.text(9, '$HANDLING');
  out.number(70, 1);
  out.text(9, '$HANDSEED');
  out.text(5, handleSeed.toString(16).toUpperCase());
  out.text(0, 'ENDSEC');
}
