import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { runConvertd } from './run.ts';

/** Seconds of each film. */
const LENGTHS = [5, 10, 15, 20, 30, 60];

/** Returns the seconds each film of 1280 × 720 takes to become MP4 in H.264, as many at a time as there are cores. */
export async function filmTimes(folder: string): Promise<readonly number[]> {
  await mkdir(folder, { recursive: true });
  const films: string[] = [];
  for (const length of LENGTHS) {
    const film = join(folder, `film-${length}.mkv`);
    // Moving shapes with noise: camera pictures are neither still nor smooth.
    const picture = `testsrc2=s=1280x720:r=25:d=${length},noise=alls=12:allf=t`;
    const sound = `anoisesrc=c=pink:d=${length}:a=0.2`;
    const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
    await execa('ffmpeg', ['-v', 'error', ...sources, '-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'flac', film]);
    films.push(film);
  }
  const group = {
    name: 'films to MP4',
    category: 'video',
    take: [],
    to: 'video/mp4',
    // MP4 supports MPEG-4, so without a codec the picture would be copied.
    options: ['video_codec=h264'],
    ending: 'mp4',
    ways: [],
    check: async (output: string) => {
      await execa('ffprobe', ['-v', 'error', output]);
    },
  };
  const { seconds, wrong } = await runConvertd(group, films, join(folder, 'out'));
  if (wrong.length > 0) throw new Error(wrong.join('; '));
  return seconds;
}
