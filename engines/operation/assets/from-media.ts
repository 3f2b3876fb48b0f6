import { copyPicture, pictureExtension } from '../../../tools/programs/ffmpeg/frames/pictures.ts';
import { dumpAttachment } from '../../../tools/programs/ffmpeg/probe/attachments.ts';
import { picturesOf, probeStreams } from '../../../tools/programs/ffmpeg/probe/streams.ts';
import { requireProgram } from '../../../tools/programs/ffmpeg/programs.ts';
import type { Asset, Extract } from './asset.ts';

/** Extracts the covers of sound or a film, and attached files, such as the fonts of subtitles. */
export const fromMedia: Extract = async (input, context) => {
  const ffmpeg = await requireProgram('ffmpeg', 'operation/extract-assets of sound and video');
  const ffprobe = await requireProgram('ffprobe', 'operation/extract-assets of sound and video');
  const runs = { ffmpeg, context, filename: input.filename };
  const media = await probeStreams(ffprobe, input, context);
  const pictures = picturesOf(media);
  const found: Asset[] = [];
  for (const [index, picture] of pictures.entries()) {
    const name = pictures.length === 1 ? 'cover' : `cover-${index + 1}`;
    found.push({ path: await copyPicture(input, picture, runs), name, extension: pictureExtension(picture) });
  }
  for (const stream of media.streams.filter(({ kind }) => kind === 'attachment')) {
    found.push({ path: await dumpAttachment(input, stream, runs), name: stream.tags.filename ?? 'attachment' });
  }
  return found;
};
