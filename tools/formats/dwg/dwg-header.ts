import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import type { DrawingVersion } from './drawing-versions.ts';
import { PLACES, WITHOUT_MARK } from './versions/dwg-r12/header-fields.ts';

/*
 * Reads the part of a DWG file's beginning from which the required length of the file and the use of a password follow. Source: Open Design
 * Specification for .dwg files 5.4.1, chapters 3.1 (R13 to 2000: the file's sections by address and size) and 4.1 (2004: security flags,
 * and a scrambled page with the address of the section page map, which is at the end).
 */

/**
 * @param head the file's first bytes
 * @param size size of the whole file, bytes
 * @throws ConversionError `input_truncated` if the file ends before a part that its header names
 */
export function refuseTruncatedDwg(head: Buffer, version: DrawingVersion, size: number, filename: string): void {
  const needed = neededBytes(head, version);
  if (needed <= size) return;
  throw new ConversionError(
    'input_truncated',
    `${filename} has ${size} bytes, and its header names parts up to byte ${needed}. Fetch or save it again.`,
    { details: { bytes: size, needed_bytes: needed } },
  );
}

/** Offset of the flags that say which parts of the file are encrypted or signed, since 2004. */
const SECURITY_AT = 0x18;
/** Flag for everything but the preview and the properties. */
const DATA_ENCRYPTED = 0x1;

/**
 * Rejects a drawing with a password, which only AutoCAD can open.
 * @throws ConversionError `input_password_needed`; `option_unsupported` if a password was given
 */
export function refuseEncryptedDwg(
  head: Buffer,
  version: DrawingVersion,
  { decryptPassword, filename }: Pick<LocalInput, 'decryptPassword' | 'filename'>,
): void {
  if (version < 'AC1018' || head.length < SECURITY_AT + 4) return;
  if ((head.readUInt32LE(SECURITY_AT) & DATA_ENCRYPTED) === 0) return;
  const message = `${filename} is encrypted with a password, and encrypted drawings cannot be opened here`;
  if (decryptPassword === null) {
    throw new ConversionError('input_password_needed', `${message}, with it neither. Save it without a password.`);
  }
  throw new ConversionError(
    'option_unsupported',
    `${message}: decrypt_password has no use. Save it without a password.`,
    {
      details: { option: 'decrypt_password' },
    },
  );
}

/** Returns the end of the last part that the header names or, if that is not known, its start; 0 if the header does not say. */
function neededBytes(head: Buffer, version: DrawingVersion): number {
  switch (version) {
    case 'AC1009':
      return endOfLists(head);
    case 'AC1012':
    case 'AC1014':
    case 'AC1015':
      return endOfSections(head);
    case 'AC1018':
    case 'AC1024':
    case 'AC1027':
    case 'AC1032':
      return endOfPageMap(head);
    default:
      // 2007 encodes its header.
      return MINIMAL_BYTES;
  }
}

/** Every file is at least as long as its header. */
const MINIMAL_BYTES = 0x100;

/** R12: the addresses of three lists of entities; a second header follows the last list. */
function endOfLists(head: Buffer): number {
  if (head.length < MINIMAL_BYTES) return MINIMAL_BYTES;
  const ends = [PLACES.lists, PLACES.lists + 8, PLACES.lists + 16].map((at, list) => {
    const [first, second] = [head.readUInt32LE(at), head.readUInt32LE(at + 4)];
    return list === 0 ? second : first + (second & WITHOUT_MARK);
  });
  return Math.max(...ends);
}

const LOCATORS_AT = 0x15;
const LOCATOR_BYTES = 9;
/** Upper bound of locators; there are only six kinds of section. */
const MAX_LOCATORS = 16;

function endOfSections(head: Buffer): number {
  if (head.length < LOCATORS_AT + 4) return MINIMAL_BYTES;
  const count = head.readUInt32LE(LOCATORS_AT);
  if (count > MAX_LOCATORS) return 0;
  let end = LOCATORS_AT + 4 + count * LOCATOR_BYTES;
  if (end > head.length) return end;
  for (let index = 0; index < count; index++) {
    const at = LOCATORS_AT + 4 + index * LOCATOR_BYTES;
    end = Math.max(end, head.readUInt32LE(at + 1) + head.readUInt32LE(at + 5));
  }
  return end;
}

const PAGE_AT = 0x80;
const PAGE_BYTES = 0x6c;
const PAGE_ID = 'AcFssFcAJMB\0';
const PAGE_MAP_ADDRESS_AT = 0x54;

function endOfPageMap(head: Buffer): number {
  if (head.length < PAGE_AT + PAGE_BYTES) return PAGE_AT + PAGE_BYTES;
  const page = decrypt(head.subarray(PAGE_AT, PAGE_AT + PAGE_BYTES));
  if (page.toString('latin1', 0, PAGE_ID.length) !== PAGE_ID) return 0;
  return Number(page.readBigUInt64LE(PAGE_MAP_ADDRESS_AT)) + 0x100;
}

/** XORs the bytes with those of a linear congruential generator. */
function decrypt(bytes: Uint8Array): Buffer {
  let seed = 1;
  return Buffer.from(
    bytes.map((byte) => {
      seed = (Math.imul(seed, 0x343fd) + 0x269ec3) | 0;
      return byte ^ ((seed >> 16) & 0xff);
    }),
  );
}
