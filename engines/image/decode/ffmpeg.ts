import { findProgram } from '../../../src/process/programs.ts';
import { placesOf } from '../../../tools/programs/ffmpeg/programs.ts';
import { DECODER_LIMITS, type Decoder, INPUT, picturesIn, type Unpacking, written } from './decoder.ts';

export const FFMPEG = placesOf('ffmpeg');

/** Makes a decoder for one format, by the name of ffmpeg's demuxer: the first or only picture of a file. */
export function ffmpeg(demuxer: string): Decoder {
  return {
    name: 'ffmpeg',
    programs: [FFMPEG],
    async unpack(unpacking) {
      const args = ['-f', demuxer, '-i', `file:${INPUT}`, '-frames:v', '1', 'file:picture.png'];
      const log = await runFfmpeg(args, unpacking);
      const paths = await written(unpacking.folder, '.png', log);
      if (log.trim() !== '') {
        const message = 'The picture is damaged: the readable part was converted.';
        unpacking.context.warn('input_damaged', message);
      }
      return picturesIn(paths, unpacking);
    },
  };
}

/** Returns the output of ffmpeg. A failure shows in the missing result. */
export async function runFfmpeg(args: readonly string[], { context, folder }: Unpacking): Promise<string> {
  const { stderr } = await context.run({
    name: FFMPEG.name,
    path: await findProgram(FFMPEG),
    args: ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-threads', '1', ...args],
    cwd: folder,
    limits: DECODER_LIMITS,
    acceptExitCodes: 'any',
  });
  return stderr;
}
