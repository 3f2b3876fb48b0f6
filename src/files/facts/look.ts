import { type ByteSource, byteSourceOf, openByteSource, type ReadAt } from '../formats/byte-source.ts';
import type { DetectedFormat } from '../formats/detected-format.ts';
import { hasLockedMembers } from '../formats/zip.ts';
import { identify, identifyRemote } from '../identify.ts';
import type { Facts } from './facts.ts';
import { pdfFacts } from './pdf-facts.ts';

/** A file after it was looked at. */
interface SeenFile {
  /** Null if nothing recognises it. */
  readonly format: DetectedFormat | null;
  readonly facts: Facts;
}

/**
 * Identifies a file and reads what it says about itself. Reads a bounded number of bytes and runs no program.
 * @throws the system's error if the file cannot be opened or read; never because of the content
 */
export async function lookAt(path: string): Promise<SeenFile> {
  const format = await identify(path);
  if (!(format !== null && READERS.has(format.name))) return { format, facts: {} };
  const source = await openByteSource(path);
  try {
    return { format, facts: source === null ? {} : await factsOf(source, format) };
  } finally {
    await source?.close();
  }
}

/** Like `lookAt`, for a file that is not on this machine. @param size bytes of the file @throws the errors of `readAt` */
export async function lookAtRemote(size: number, readAt: ReadAt): Promise<SeenFile> {
  const format = await identifyRemote(size, readAt);
  const hasFacts = format !== null && READERS.has(format.name);
  return { format, facts: hasFacts ? await factsOf(await byteSourceOf(size, readAt), format) : {} };
}

type Reader = (source: ByteSource) => Promise<Facts>;

const locked: Reader = async () => ({ password_protected: true });
const byMembers: Reader = async (source) => {
  const isLocked = await hasLockedMembers(source);
  return isLocked === null ? {} : { password_protected: isLocked };
};

/** Readers by the name of the format. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['pdf', pdfFacts],
  ['encrypted-ooxml', locked],
  ...['zip', 'odt', 'ott', 'ods', 'ots', 'odp', 'otp', 'odg', 'otg'].map((name): [string, Reader] => [name, byMembers]),
]);

/** A file that is not as its format says leaves the facts out: an error of the content is not one of the upload. */
async function factsOf(source: ByteSource, { name }: DetectedFormat): Promise<Facts> {
  try {
    return (await READERS.get(name)?.(source)) ?? {};
  } catch {
    return {};
  }
}
