import { ConversionError } from '../../src/task/errors.ts';
import type { DrawingVersion } from './drawing-versions.ts';

/*
 * As much of a DWG file's beginning as tells how long the file must be. Source: Open Design Specification for .dwg files
 * 5.4.1, chapters 3.1 (R13 to 2000: the file's sections by address and size) and 4.1 (2004: an encrypted page with the
 * address of the section page map, which stands at the end).
 */

/**
 * @param head the file's first bytes
 * @param size of the whole file, bytes
 * @throws ConversionError `input_truncated` where the file ends before a part that its header names
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

/** Where the last part that the header names ends or, where the header does not say that, begins; 0: it does not say. */
function neededBytes(head: Buffer, version: DrawingVersion): number {
  switch (version) {
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
      // R12 is not read by us, 2007 has its header in a code of its own.
      return MINIMAL_BYTES;
  }
}

/** No file of any version is shorter than its header. */
const MINIMAL_BYTES = 0x100;

const LOCATORS_AT = 0x15;
const LOCATOR_BYTES = 9;
/** More than the six kinds of section there are. */
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

/** XOR with the bytes of a linear congruential generator. */
function decrypt(bytes: Uint8Array): Buffer {
  let seed = 1;
  return Buffer.from(
    bytes.map((byte) => {
      seed = (Math.imul(seed, 0x343fd) + 0x269ec3) | 0;
      return byte ^ ((seed >> 16) & 0xff);
    }),
  );
}
