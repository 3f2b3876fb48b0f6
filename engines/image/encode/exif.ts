// Exif data is a TIFF file without pixels (CIPA DC-008, 4.5): directories of tags, the first about the picture and the second about its
// thumbnail.

/** Marker that JPEG, WebP and others put before Exif data. */
const MARK = Buffer.from('Exif\0\0', 'latin1');

const ORIENTATION = 0x0112;
const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;

const ASCII = 2;
const SHORT = 3;
const UPRIGHT = 1;

const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;

/** Offsets of the entries of the first directory, and of the pointer to the second one. */
interface Directory {
  readonly tiff: Buffer;
  readonly isLittle: boolean;
  readonly entries: readonly number[];
  readonly next: number;
}

/** Returns a copy that may be changed; null if the data is damaged. */
function firstDirectory(exif: Buffer): Directory | null {
  const tiff = Buffer.from(exif.subarray(0, MARK.length).equals(MARK) ? exif.subarray(MARK.length) : exif);
  if (tiff.length < HEADER_BYTES) return null;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const isLittle = order === 'II';
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return null;
  const count = short(tiff, start, isLittle);
  const next = start + 2 + count * ENTRY_BYTES;
  if (next + 4 > tiff.length) return null;
  return {
    tiff,
    isLittle,
    next,
    entries: Array.from({ length: count }, (_, index) => start + 2 + index * ENTRY_BYTES),
  };
}

const short = (bytes: Buffer, at: number, isLittle: boolean): number =>
  isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
const long = (bytes: Buffer, at: number, isLittle: boolean): number =>
  isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

/** Returns the Exif data for pixels that are already upright, without the thumbnail of the original; null if it is damaged. */
export function uprightExif(exif: Buffer): Buffer | null {
  const directory = firstDirectory(exif);
  if (directory === null) return null;
  const { tiff, isLittle, entries, next } = directory;
  for (const at of entries) {
    if (short(tiff, at, isLittle) !== ORIENTATION || short(tiff, at + 2, isLittle) !== SHORT) continue;
    if (isLittle) tiff.writeUInt16LE(UPRIGHT, at + 8);
    else tiff.writeUInt16BE(UPRIGHT, at + 8);
  }
  tiff.writeUInt32LE(0, next);
  return tiff;
}

/** Returns only the author and copyright of the picture; null if it has neither. */
export function copyrightExif(exif: Buffer): Buffer | null {
  const directory = firstDirectory(exif);
  if (directory === null) return null;
  const { tiff, isLittle, entries } = directory;
  const texts = entries.flatMap((at) => {
    const tag = short(tiff, at, isLittle);
    if ((tag !== ARTIST && tag !== COPYRIGHT) || short(tiff, at + 2, isLittle) !== ASCII) return [];
    const length = long(tiff, at + 4, isLittle);
    const start = length <= 4 ? at + 8 : long(tiff, at + 8, isLittle);
    const text = tiff.subarray(start, start + length);
    return text.length === length && length > 1 ? [{ tag, text }] : [];
  });
  return texts.length === 0 ? null : directoryOf(texts);
}

/** Makes a directory of texts, in the order of their tags; each text ends with a zero byte. */
function directoryOf(texts: readonly { readonly tag: number; readonly text: Buffer }[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + 2 + texts.length * ENTRY_BYTES + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(HEADER_BYTES, 4);
  head.writeUInt16LE(texts.length, HEADER_BYTES);
  const behind: Buffer[] = [];
  let offset = head.length;
  for (const [index, { tag, text }] of texts.toSorted((one, other) => one.tag - other.tag).entries()) {
    const at = HEADER_BYTES + 2 + index * ENTRY_BYTES;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(ASCII, at + 2);
    head.writeUInt32LE(text.length, at + 4);
    if (text.length <= 4) text.copy(head, at + 8);
    else {
      head.writeUInt32LE(offset, at + 8);
      behind.push(text);
      offset += text.length;
    }
  }
  return Buffer.concat([head, ...behind]);
}

/** XMP states the orientation too, as an attribute or an element with the values of Exif (XMP specification part 2, 3.2). */
const XMP_ORIENTATION = /(tiff:Orientation(?:="|='|>))[1-8]/g;

/** Returns the XMP for pixels that are already upright. */
export const uprightXmp = (xmp: Buffer): Buffer =>
  Buffer.from(xmp.toString('latin1').replace(XMP_ORIENTATION, `$1${UPRIGHT}`), 'latin1');
