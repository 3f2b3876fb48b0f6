import { open } from 'node:fs/promises';
import { readElement } from '../../../../src/files/formats/media.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { LocalInput } from '../../../../src/work/context.ts';
import { isProtectedMovie } from '../../../formats/iso-media/protection.ts';
import type { FfprobeReport } from './ffprobe-report.ts';

/** ffprobe's report of a file. */
interface Probed {
  readonly report: FfprobeReport | null;
  readonly stderr: string;
}

/**
 * Refuses a file whose sound or picture is encrypted (MP4 and QuickTime, Matroska and WebM, ASF): programs take the bytes of such a track
 * for damage, or copy them without a warning. Throws ConversionError `input_drm`.
 */
export async function refuseProtected({ path, filename }: LocalInput, probed: Probed): Promise<void> {
  if (!(await isProtected(path, probed))) return;
  const message = `${filename} is protected by DRM: its sound or picture is encrypted, and only the players of its seller have the key.`;
  throw new ConversionError('input_drm', message);
}

async function isProtected(path: string, { report, stderr }: Probed): Promise<boolean> {
  const formats = (report?.format?.format_name ?? '').split(',');
  if (formats.includes('mov')) return isProtectedMovie(path);
  if (formats.includes('matroska')) return isProtectedMatroska(path);
  // ASF: an object of its header names the licence.
  return stderr.includes('DRM protected stream detected');
}

/** Elements of Matroska (RFC 9559), from the outside in; the last one says how a track is encrypted. */
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const ENCODINGS = 0x6d80;
const ENCODING = 0x6240;
const ENCRYPTION = 0x5035;
const HOLDERS: ReadonlySet<number> = new Set([SEGMENT, TRACKS, TRACK_ENTRY, ENCODINGS, ENCODING]);

/** Most elements in one file, each of which takes a read. */
const MOST_ELEMENTS = 20_000;
const LONGEST_HEADER = 12;

async function isProtectedMatroska(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  let left = MOST_ELEMENTS;
  const holdsEncryption = async (start: number, end: number): Promise<boolean> => {
    for (let at = start; at < end && left > 0; left -= 1) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_HEADER), 0, LONGEST_HEADER, at);
      const element = readElement(buffer.subarray(0, bytesRead));
      if (element === null) return false;
      const content = at + element.headerBytes;
      at = Math.min(content + element.size, end);
      if (element.id === ENCRYPTION) return true;
      if (HOLDERS.has(element.id) && (await holdsEncryption(content, at))) return true;
      if (element.id === TRACKS) return false;
    }
    return false;
  };
  try {
    return await holdsEncryption(0, (await file.stat()).size);
  } finally {
    await file.close();
  }
}
