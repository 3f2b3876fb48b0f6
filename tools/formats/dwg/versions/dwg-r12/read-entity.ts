import { type Group, GroupList } from '../dxf-r12/group-output.ts';
import { ORIGIN } from '../geometry.ts';
import { ByteReader } from './binary.ts';
import { checksum } from './checksum.ts';
import {
  DIMENSION_LAYOUTS,
  DIMENSION_TYPE,
  ENTITY_LAYOUTS,
  type EntityField,
  type EntityLayout,
  EXTRA,
  HEAD,
  IN_SPACE,
  JUMP,
  VERTEX,
  WITHOUT_PLACE,
} from './entity-fields.ts';
import { handleText, readExtendedData } from './extended-data.ts';
import { nameAt, type ReadingContext, readValue } from './fields.ts';

/** Type, head and size of the smallest entity, a jump. */
const LEAST_SIZE = 8;
const CHECKSUM_BYTES = 2;
/** Bit of the type that marks an erased entity. */
const ERASED = 0x80;

export interface EntityRecord {
  readonly type: number;
  readonly address: number;
  /** Offset after its check sum, at which the next one begins. */
  readonly end: number;
  readonly isErased: boolean;
  /** Whether its check sum is right. */
  readonly isIntact: boolean;
  /** Whether it is on the sheet and not in the model. */
  readonly isOnSheet: boolean;
  /** Address of a jump, as in the file. */
  readonly jump: number | null;
  /** Groups as in DXF; null if the type is unknown or its data are damaged. */
  readonly groups: readonly Group[] | null;
}

/** Reads the entity at a place; null if there cannot be one. */
export function readEntity(file: Uint8Array, address: number, context: ReadingContext): EntityRecord | null {
  if (address + LEAST_SIZE > file.length) return null;
  const reader = new ByteReader(file, address);
  const rawType = reader.byte();
  const head = reader.byte();
  const size = reader.short() & 0xffff;
  const type = rawType & ~ERASED;
  const end = address + size;
  if (size < LEAST_SIZE || end > file.length || (ENTITY_LAYOUTS[type] === undefined && type !== JUMP)) return null;
  const body = file.subarray(address, end - CHECKSUM_BYTES);
  const isIntact = checksum(body) === (new ByteReader(file, end - CHECKSUM_BYTES).short() & 0xffff);
  const record = { type, address, end, isErased: rawType !== type, isIntact };
  const nothing = { isOnSheet: false, jump: null, groups: null };
  try {
    if (type === JUMP) return { ...record, ...nothing, jump: reader.unsignedLong() };
    return { ...record, jump: null, ...readBody(new ByteReader(body, reader.at - address), type, head, context) };
  } catch (error) {
    if (error instanceof RangeError) return { ...record, ...nothing };
    throw error;
  }
}

interface Head {
  readonly type: number;
  readonly bits: number;
  readonly options: number;
  readonly elevation: number;
}

/** Reads the data after the size. */
function readBody(
  reader: ByteReader,
  type: number,
  bits: number,
  context: ReadingContext,
): Pick<EntityRecord, 'groups' | 'isOnSheet'> {
  const out = new GroupList();
  const { names } = context;
  const layer = nameAt(names, 'LAYER', reader.short());
  const options = reader.short() & 0xffff;
  const extra = (bits & HEAD.extra) === 0 ? null : reader.byte();
  // The byte also exists for extended data, which entities of the model can have, too.
  const isOnSheet = extra !== null && ((extra & EXTRA.viewport) !== 0 || (extra & EXTRA.extendedData) === 0);
  const extendedData = ((extra ?? 0) & EXTRA.extendedData) === 0 ? null : reader.bytes(reader.short() & 0xffff);
  const color = (bits & HEAD.color) === 0 ? null : reader.byte();
  const lineType = (bits & HEAD.lineType) === 0 ? null : nameAt(names, 'LTYPE', reader.short());
  const elevation = (bits & HEAD.elevation) === 0 || IN_SPACE.has(type) ? 0 : reader.real();
  const thickness = (bits & HEAD.thickness) === 0 ? 0 : reader.real();
  const handle = (bits & HEAD.handle) === 0 ? null : handleText(reader.bytes(reader.byte()));
  if (((extra ?? 0) & EXTRA.viewport) !== 0) reader.short();

  const layout = layoutOf(reader, type, options);
  out.text(0, layout.name);
  if (handle !== null && handle !== '0') out.text(5, handle);
  if (isOnSheet) out.number(67, 1);
  out.text(8, layer ?? '0');
  if (lineType !== null) out.text(6, lineType);
  if (color !== null) out.number(62, color);
  if (thickness !== 0) out.number(39, thickness);
  if ((bits & HEAD.parts) !== 0) out.number(66, 1);
  for (const field of layout.fields) readField(reader, field, { type, bits, options, elevation }, out, context);
  if (extendedData !== null) readExtendedData(extendedData, out, context);
  return { isOnSheet, groups: out.groups };
}

/** Returns the layout of a type; for dimensions, that of their kind, which is read ahead. */
function layoutOf(reader: ByteReader, type: number, options: number): EntityLayout {
  const layout = ENTITY_LAYOUTS[type];
  if (layout === undefined) throw new RangeError('unknown type');
  if (type !== DIMENSION_TYPE) return layout;
  const PLACE_OF_KIND = 2 + 24 + 16;
  const { at } = reader;
  reader.skip(PLACE_OF_KIND + ((options & 0x1) === 0 ? 0 : 16));
  const kind = (options & 0x2) === 0 ? 0 : reader.byte() & 7;
  reader.at = at;
  return DIMENSION_LAYOUTS[kind] ?? layout;
}

function readField(
  reader: ByteReader,
  { kind, code, bit }: EntityField,
  head: Head,
  out: GroupList,
  context: ReadingContext,
): void {
  if (bit !== 0 && (head.options & bit) === 0) return;
  switch (kind) {
    case 'flat': {
      const isNowhere = head.type === VERTEX && (head.options & WITHOUT_PLACE) !== 0;
      const place = isNowhere ? ORIGIN : { x: reader.real(), y: reader.real(), z: head.elevation };
      out.point(code, place);
      break;
    }
    case 'space': {
      const [x, y] = [reader.real(), reader.real()];
      out.point(code, { x, y, z: (head.bits & HEAD.elevation) === 0 ? reader.real() : head.elevation });
      break;
    }
    case 'none':
      out.point(code, { x: 0, y: 0, z: head.elevation });
      break;
    case 'text':
      out.text(code, context.text(reader.bytes(reader.short() & 0xffff)));
      break;
    case 'style':
      out.text(code, nameAt(context.names, 'STYLE', reader.byte()) ?? 'STANDARD');
      break;
    case 'number':
      out.text(code, String(reader.byte()));
      break;
    case 'height':
      out.number(code, reader.real());
      break;
    case 'anyByte':
      reader.skip(1);
      break;
    case 'anyLong':
      reader.skip(4);
      break;
    case 'anyText':
      reader.skip(reader.short() & 0xffff);
      break;
    default:
      readValue(reader, kind, code, out, context);
      break;
  }
}
