import { type ByteSource, has, openByteSource, u16le, u32le } from '../../../src/files/formats/byte-source.ts';
import { compoundStreamStart } from '../../../src/files/formats/compound.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput } from '../../../src/work/context.ts';

/** Encryption of a workbook or a presentation from before 2007. */
export interface OlderEncryption {
  /** Name in messages: `RC4`. */
  readonly name: string;
  /** Whether LibreOffice opens it with its password. */
  readonly isOpened: boolean;
}

/** Returns the encryption of an xls or ppt; null for other formats or without encryption. Reads a limited number of bytes. */
export async function olderEncryption({
  path,
  format,
}: Pick<LocalInput, 'path' | 'format'>): Promise<OlderEncryption | null> {
  if (format?.name !== 'xls' && format?.name !== 'ppt') return null;
  const source = await openByteSource(path);
  if (source === null) return null;
  try {
    return await (format.name === 'xls' ? ofWorkbook(source) : ofPresentation(source));
  } finally {
    await source.close();
  }
}

/** Throws ConversionError `input_wrong_type` for a workbook or presentation that LibreOffice cannot open even with its password. */
export async function refuseUnopened(input: LocalInput): Promise<void> {
  const found = await olderEncryption(input);
  if (found === null || found.isOpened) return;
  const [what, newer] = input.format?.name === 'ppt' ? ['presentation', 'pptx'] : ['spreadsheet', 'xlsx'];
  const message = `${input.filename} is a ${what} protected by a password with ${found.name}, which LibreOffice cannot decrypt. Save it without a password, or as ${newer}.`;
  throw new ConversionError('input_wrong_type', message, { details: { format: input.format?.name } });
}

/**
 * Replaces LibreOffice's error that a file is damaged if the file is encrypted: it requests a password only for encryptions that it
 * supports.
 */
export async function orOfPassword(error: unknown, input: LocalInput): Promise<unknown> {
  if (!(error instanceof ConversionError) || error.code !== 'input_damaged') return error;
  const found = await olderEncryption(input);
  if (found === null) return error;
  const log = error.log === undefined ? {} : { log: error.log };
  return input.decryptPassword === null
    ? new ConversionError(
        'input_password_needed',
        `${input.filename} is protected by a password (${found.name}); give it as decrypt_password.`,
        log,
      )
    : new ConversionError('input_password_wrong', `The decrypt_password does not open ${input.filename}.`, log);
}

const [BOF_MASK, FILE_PASS] = [0x09, 0x2f];
/** Most records before FilePass: BOF, and a few that are never encrypted ([MS-XLS] 2.2.10). */
const MAX_RECORDS = 8;
/** Bytes of the stream's first sector; FilePass is near its start. */
const START_BYTES = 512;

async function ofWorkbook(source: ByteSource): Promise<OlderEncryption | null> {
  const stream = has(source.head, 0, '\xd0\xcf\x11\xe0')
    ? ((await compoundStreamStart(source, 'workbook', START_BYTES)) ??
      (await compoundStreamStart(source, 'book', START_BYTES)))
    : source.head.subarray(0, START_BYTES);
  if (stream === null || stream[0] !== BOF_MASK) return null;
  let at = 0;
  for (let record = 0; record < MAX_RECORDS && at + 4 <= stream.length; record++) {
    const [kind, length] = [u16le(stream, at), u16le(stream, at + 2)];
    if (kind === FILE_PASS) return ofFilePass(stream.subarray(at + 4), length);
    at += 4 + length;
  }
  return null;
}

const XOR: OlderEncryption = { name: 'XOR obfuscation', isOpened: true };
const [ALGORITHM_RC4, CRYPTO_API_FLAG, AES_FLAG] = [0x6801, 0x04, 0x20];
const KEY_BITS = 128;

/** [MS-XLS] 2.4.117, and 2.3.5.1 of [MS-OFFCRYPTO] for RC4 CryptoAPI; LibreOffice's support is in its xicontent.cxx. */
function ofFilePass(bytes: Buffer, length: number): OlderEncryption {
  // Until Excel 95 the record contains only key and hash.
  if (length === 4 || u16le(bytes, 0) === 0) return XOR;
  const [major, minor] = [u16le(bytes, 2), u16le(bytes, 4)];
  if (major === 1 && minor === 1) return { name: 'RC4', isOpened: true };
  const flags = u32le(bytes, 6);
  const [algorithm, bits] = [u32le(bytes, 22), u32le(bytes, 30)];
  const isKnown = (flags & CRYPTO_API_FLAG) !== 0 && (flags & AES_FLAG) === 0 && algorithm === ALGORITHM_RC4;
  const name = isKnown ? `RC4 CryptoAPI, ${bits} bits` : 'an encryption of Windows';
  return { name, isOpened: isKnown && minor === 2 && (major === 3 || major === 4) && bits === KEY_BITS };
}

/** headerToken of an encrypted presentation ([MS-PPT] 2.3.2 CurrentUserAtom), even if its password is empty or hidden. */
const ENCRYPTED_TOKEN = 0xf3d1c4df;

async function ofPresentation(source: ByteSource): Promise<OlderEncryption | null> {
  const stream = await compoundStreamStart(source, 'current user', 16);
  if (stream === null || u32le(stream, 12) !== ENCRYPTED_TOKEN) return null;
  return { name: 'the encryption of PowerPoint 97 to 2003', isOpened: false };
}
