import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { BoxFile, type FileBox } from './file-boxes.ts';

/** Sample descriptions of tracks whose samples are encrypted: ISO/IEC 14496-12, 8.12, those of Apple's FairPlay, and Audible's. */
const ENCRYPTED: ReadonlySet<string> = new Set(['enca', 'encv', 'drms', 'drmi', 'aavd']);

/** Of more tracks, and of more descriptions of one, there is no use. */
const MOST = 256;

/** Version and count, before the descriptions. */
const HEADER = 8;

/**
 * Refuses an MP4 or QuickTime file whose sound or picture is encrypted: programs read such a track, and take its bytes for damage, or copy
 * them without a word. Throws ConversionError `input_drm`.
 */
export async function refuseProtected({ path, filename }: LocalInput): Promise<void> {
  if (!(await isProtected(path))) return;
  const message = `${filename} is protected by DRM: its sound or picture is encrypted, and only the players of its seller have the key.`;
  throw new ConversionError('input_drm', message);
}

function isProtected(path: string): Promise<boolean> {
  return BoxFile.use(path, async (file) => {
    const inside = async (boxes: readonly FileBox[], type: string): Promise<FileBox[]> => {
      const box = boxes.find((each) => each.type === type);
      return box === undefined ? [] : file.list(box.content, box.end);
    };
    const movie = await inside(await file.list(0, file.size, ({ type }) => type === 'moov'), 'moov');
    for (const track of movie.filter(({ type }) => type === 'trak').slice(0, MOST)) {
      const media = await inside(await file.list(track.content, track.end), 'mdia');
      const samples = await inside(await inside(media, 'minf'), 'stbl');
      const list = samples.find(({ type }) => type === 'stsd');
      if (list === undefined) continue;
      const descriptions = await file.list(list.content + HEADER, list.end);
      if (descriptions.slice(0, MOST).some(({ type }) => ENCRYPTED.has(type))) return true;
    }
    return false;
  });
}
