/** Codes introduced with 2000 or later, by type of entity, object or table entry; `*`: for all types. */
const NEW_CODES: Readonly<Record<string, readonly number[]>> = {
  // Shadow, material, visual style, lineweight, plot style, true colour, colour name, transparency.
  '*': [284, 347, 348, 370, 390, 420, 430, 440],
  LAYER: [290],
  BLOCK_RECORD: [70, 280, 281, 310, 340],
  VIEW: [72, 79, 281, 110, 120, 130, 111, 121, 131, 112, 122, 132, 146],
  UCS: [13, 23, 33, 71, 79, 146],
  DIMSTYLE: [49, 50, 69, 79, 90, 148, 179, 276, 278, 279, 289, 290, 341, 342, 343, 344, 371, 372],
  BLOCK: [4],
  MTEXT: [44, 45, 46, 49, 63, 73, 75, 76, 78, 79, 90, 421, 431, 441],
  DIMENSION: [41, 42, 71, 72],
  ATTDEF: [280],
  ATTRIB: [280],
  IMAGE: [290],
  HATCH: [450, 451, 452, 453, 460, 461, 462, 463, 470],
  VIEWPORT: [
    12, 13, 14, 15, 16, 17, 22, 23, 24, 25, 26, 27, 36, 37, 42, 43, 44, 45, 50, 51, 71, 72, 74, 79, 90, 110, 111,
  ].concat([112, 120, 121, 122, 130, 131, 132, 146, 281, 331, 1, 340]),
  DICTIONARY: [280, 281],
};

const NEW_VARIABLES = new Set([
  '$CELWEIGHT',
  '$CEPSNTYPE',
  '$DIMASSOC',
  '$EXTNAMES',
  '$FINGERPRINTGUID',
  '$INSUNITS',
  '$LWDISPLAY',
  '$PSTYLEMODE',
  '$TDUCREATE',
  '$TDUUPDATE',
  '$VERSIONGUID',
]);

/** Groups after this subclass marker are common to all entities up to the next marker; after it their codes mean something else. */
const COMMON_SUBCLASS = 'AcDbEntity';
/** Start of extended data, which stays unchanged. */
const EXTENDED_DATA = 1000;
const CODES = new Map(Object.entries(NEW_CODES).map(([type, codes]) => [type, new Set(codes)]));
const EVERYWHERE = CODES.get('*') ?? new Set<number>();
/** Since 2000, dimension units are in a variable without "stacked" formats, in which 6 is the format of Windows. */
const WINDOWS_UNITS = { now: 6, before: 8 };

/** Position of a group in a DXF file. */
interface Place {
  type: string;
  subclass: string | null;
  inGroup: boolean;
  skippingVariable: boolean;
  flagsSeen: boolean;
}

/** Returns the group as in a release before 2000; null if it does not exist there. */
function oldGroup(code: number, value: string, place: Place): readonly [number, string] | null {
  const same = [code, value] as const;
  if (code >= EXTENDED_DATA || place.inGroup) return same;
  if (EVERYWHERE.has(code)) return null;
  if (place.subclass === null || place.subclass === COMMON_SUBCLASS) return same;
  if (place.type === 'DIMSTYLE') {
    if (code === 277) return [270, String(Number(value) === WINDOWS_UNITS.now ? WINDOWS_UNITS.before : Number(value))];
    if (code === 70) {
      const again = place.flagsSeen;
      place.flagsSeen = true;
      return again ? null : same;
    }
  }
  return CODES.get(place.type)?.has(code) === true ? null : same;
}

/** Updates the position with the next group of a file. */
function advance(place: Place, code: number, value: string): void {
  if (code === 0) {
    Object.assign(place, { type: value, subclass: null, inGroup: false, skippingVariable: false, flagsSeen: false });
  } else if (code === 9) place.skippingVariable = NEW_VARIABLES.has(value);
  else if (code === 100) place.subclass = value;
  else if (code === 102) place.inGroup = value.startsWith('{');
}

/**
 * Removes the groups that releases before 2000 do not have from an ASCII DXF file: acad-ts writes them for every version. Must be applied
 * to its output for AC1012 or AC1014 of a drawing that `downgrade` has changed.
 */
export function dxfBefore2000(text: string): string {
  const place: Place = { type: '', subclass: null, inGroup: false, skippingVariable: false, flagsSeen: false };
  const result: string[] = [];
  let at = 0;
  const line = () => {
    const end = text.indexOf('\n', at);
    const found = text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
    return found.endsWith('\r') ? found.slice(0, -1) : found;
  };
  while (at < text.length) {
    const codeLine = line();
    const value = line();
    const code = Number(codeLine);
    advance(place, code, value.trim());
    if (place.skippingVariable) continue;
    const group = oldGroup(code, value, place);
    if (group === null) continue;
    result.push(group[0] === code ? codeLine : String(group[0]).padStart(3), '\n', group[1], '\n');
  }
  return result.join('');
}
