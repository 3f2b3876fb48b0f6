/* Detects whether a file is locked with a password, as far as its bytes show it before the upload. */

const TAIL = 65_536;

/** @param {Blob} blob */
const latin1 = async (blob) => new TextDecoder('latin1').decode(await blob.arrayBuffer());

/**
 * @param {File} file
 * @returns {Promise<boolean>} false also if it cannot be detected: the service then reports it
 */
export async function isLocked(file) {
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  const text = new TextDecoder('latin1').decode(head);
  if (text.startsWith('%PDF-')) return isLockedPdf(file, text);
  if (text.startsWith('PK\x03\x04')) return isLockedZip(file, head);
  if (text.startsWith('\xd0\xcf\x11\xe0')) return isLockedOffice(file, head);
  return false;
}

/**
 * The trailer of a PDF (ISO 32000, 7.5.5) names the encryption: at the end of the file, at its last cross references or, in a linearized
 * one, at its beginning.
 *
 * @param {File} file
 * @param {string} head
 */
async function isLockedPdf(file, head) {
  const tail = await latin1(file.slice(Math.max(0, file.size - TAIL)));
  const at = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
  const references = Number.isSafeInteger(at) && at < file.size ? await latin1(file.slice(at, at + 4096)) : '';
  return [head, tail, references].some((part) => /\/Encrypt[\s/<\d]/.test(part));
}

/**
 * Checks bit 0 of the flags of entries (APPNOTE 4.4.4): the first one, and those listed at the end of the file.
 *
 * @param {File} file
 * @param {Uint8Array} head
 */
async function isLockedZip(file, head) {
  if (((head[6] ?? 0) & 1) === 1) return true;
  const tail = await latin1(file.slice(Math.max(0, file.size - TAIL)));
  for (let at = tail.indexOf('PK\x01\x02'); at >= 0; at = tail.indexOf('PK\x01\x02', at + 4)) {
    if ((tail.charCodeAt(at + 8) & 1) === 1) return true;
  }
  return false;
}

/**
 * Office documents with a password are a compound file with the stream EncryptedPackage ([MS-OFFCRYPTO] 1.3.1); its name is in the
 * directory, whose first sector the header names ([MS-CFB] 2.2).
 *
 * @param {File} file
 * @param {Uint8Array} head
 */
async function isLockedOffice(file, head) {
  const view = new DataView(head.buffer);
  if (head.length < 64) return false;
  const sector = 1 << view.getUint16(30, true);
  const start = (view.getUint32(48, true) + 1) * sector;
  const directory = await latin1(file.slice(start, start + 4096));
  return directory.includes([...'EncryptedPackage'].join('\0'));
}
