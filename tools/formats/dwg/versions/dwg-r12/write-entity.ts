import type { ByteWriter } from './binary.ts';
import { checksum } from './checksum.ts';
import type { DrawingRecord } from './drawing-groups.ts';
import {
  DIMENSION_LAYOUTS,
  DIMENSION_TYPE,
  ENTITY_LAYOUTS,
  type EntityField,
  type EntityLayout,
  EXTRA,
  HEAD,
  IN_SPACE,
  VERTEX,
  WITHOUT_PLACE,
} from './entity-fields.ts';
import { handleBytes, writeExtendedData } from './extended-data.ts';
import { type Values, type WritingContext, writeValue } from './fields.ts';

const TYPES = new Map(
  Object.entries(ENTITY_LAYOUTS)
    .map(([type, { name }]) => [name, Number(type)] as const)
    .reverse(),
);

/** Flags of a vertex that lists corners and has no position. */
const FACE = { polyface: 128, mesh: 64 } as const;
const LARGEST_ENTITY = 0x7fff;

/** References of a record's parts. */
export interface Placing {
  /** Address of the owner, for the end of vertices and attributes. */
  readonly owner: number;
  /** Index of a viewport in the table VX; for other entities on the sheet, that of the sheet. */
  readonly viewport: number;
}

/** Appends an entity; false if the file has no such type, or no room for it. */
export function writeEntity(
  writer: ByteWriter,
  { name, groups, values }: DrawingRecord,
  placing: Placing,
  context: WritingContext,
): boolean {
  const type = TYPES.get(name);
  const layout = type === DIMENSION_TYPE ? DIMENSION_LAYOUTS[values.number(70) & 7] : ENTITY_LAYOUTS[type ?? 0];
  if (type === undefined || layout === undefined) return false;
  const head = headOf(type, layout, values);
  const options = optionsOf(type, layout, values);
  const data = writeExtendedData(
    groups.filter(([code]) => code >= 1000),
    context,
  );
  const isOnSheet = values.number(67) === 1;
  const start = writer.length;
  writer.byte(type);
  writer.byte(head.bits | (isOnSheet || data.length > 0 ? HEAD.extra : 0));
  writer.short(0);
  writer.short(Math.max(0, context.placeOf('LAYER', values.text(8))));
  writer.short(options);
  if (isOnSheet || data.length > 0) {
    writer.byte((isOnSheet ? EXTRA.viewport : 0) | (data.length > 0 ? EXTRA.extendedData : 0));
  }
  if (data.length > 0) {
    writer.short(data.length);
    writer.bytes(data);
  }
  if ((head.bits & HEAD.color) !== 0) writer.byte(values.number(62));
  if ((head.bits & HEAD.lineType) !== 0) writer.short(context.placeOf('LTYPE', values.text(6)));
  if ((head.bits & HEAD.elevation) !== 0 && !IN_SPACE.has(type)) writer.real(head.elevation);
  if ((head.bits & HEAD.thickness) !== 0) writer.real(values.number(39));
  if ((head.bits & HEAD.handle) !== 0) writeHandle(writer, values.text(5));
  if (isOnSheet) writer.short(placing.viewport);
  for (const field of layout.fields) {
    if (field.bit === 0 || (options & field.bit) !== 0) writeField(writer, field, type, head, values, placing, context);
  }
  const size = writer.length - start + 2;
  if (size > LARGEST_ENTITY) {
    writer.cut(start);
    return false;
  }
  writer.shortAt(start + 2, size);
  writer.short(checksum(writer.written.subarray(start)));
  return true;
}

interface Head {
  readonly bits: number;
  readonly elevation: number;
}

function headOf(type: number, { fields }: EntityLayout, values: Values): Head {
  let bits = 0;
  let elevation = 0;
  if (IN_SPACE.has(type)) {
    const spatial = fields.filter(({ kind }) => kind === 'space');
    if (spatial.every(({ code }) => values.number(code + 20) === 0)) bits |= HEAD.elevation;
  } else {
    const flat = fields.find(({ kind, bit }) => (kind === 'flat' || kind === 'none') && bit === 0);
    elevation = flat === undefined ? 0 : values.number(flat.code + 20);
    if (elevation !== 0) bits |= HEAD.elevation;
  }
  if (values.has(62)) bits |= HEAD.color;
  if (values.has(6) && values.text(6) !== 'BYLAYER') bits |= HEAD.lineType;
  if (values.number(39) !== 0) bits |= HEAD.thickness;
  if (values.has(5)) bits |= HEAD.handle;
  if (values.number(66) === 1) bits |= HEAD.parts;
  return { bits, elevation };
}

function optionsOf(type: number, { fields }: EntityLayout, values: Values): number {
  let options = type === VERTEX && isFace(values) ? WITHOUT_PLACE : 0;
  for (const { bit, code, kind } of fields) {
    if (kind !== 'height' && values.has(code) && (kind !== 'text' || values.text(code) !== '')) options |= bit;
  }
  return options;
}

const isFace = (values: Values): boolean => (values.number(70) & (FACE.polyface | FACE.mesh)) === FACE.polyface;

function writeField(
  writer: ByteWriter,
  { code, kind }: EntityField,
  type: number,
  head: Head,
  values: Values,
  { owner }: Placing,
  context: WritingContext,
): void {
  switch (kind) {
    case 'flat':
      if (type !== VERTEX || !isFace(values)) writeValue(writer, 'point2', code, values, context);
      return;
    case 'space':
      writeValue(writer, (head.bits & HEAD.elevation) === 0 ? 'point3' : 'point2', code, values, context);
      break;
    case 'none':
    case 'height':
    case 'anyByte':
    case 'anyText':
      return;
    case 'text': {
      const bytes = Buffer.from(values.text(code), 'latin1');
      writer.short(bytes.length);
      writer.bytes(bytes);
      break;
    }
    case 'style':
      writer.byte(Math.max(0, context.placeOf('STYLE', values.text(code))));
      break;
    case 'number':
      writer.byte(Number(values.text(code)) || 0);
      break;
    case 'anyLong':
      writer.long(owner);
      break;
    default:
      writeValue(writer, kind, code, values, context);
      break;
  }
}

function writeHandle(writer: ByteWriter, handle: string): void {
  const length = Math.max(1, Math.ceil(handle.length / 2));
  writer.byte(length);
  writer.bytes(handleBytes(handle, length));
}
