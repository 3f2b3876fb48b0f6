import { BoxFile } from './file-boxes.ts';

/** Sample descriptions of encrypted tracks: ISO/IEC 14496-12, 8.12, Apple's FairPlay, and Audible's. */
const ENCRYPTED: ReadonlySet<string> = new Set(['enca', 'encv', 'drms', 'drmi', 'aavd']);

/** Most tracks, and most descriptions of one, that are read. */
const MOST = 256;

/** Bytes of version and count, before the descriptions. */
const HEADER = 8;

/** Whether the sound or picture of an MP4 or QuickTime file is encrypted. */
export function isProtectedMovie(path: string): Promise<boolean> {
  return BoxFile.use(path, async (file) => {
    for (const track of (await file.movie()).filter(({ type }) => type === 'trak').slice(0, MOST)) {
      const media = await file.inside(await file.list(track.content, track.end), 'mdia');
      const samples = await file.inside(await file.inside(media, 'minf'), 'stbl');
      const list = samples.find(({ type }) => type === 'stsd');
      if (list === undefined) continue;
      const descriptions = await file.list(list.content + HEADER, list.end);
      if (descriptions.slice(0, MOST).some(({ type }) => ENCRYPTED.has(type))) return true;
    }
    return false;
  });
}
