import { join } from 'node:path';
import { execa } from 'execa';

/** Makes a lossless film of this length with edges, gradients, motion and noise. Returns its path. */
export async function makeClip(folder: string, seconds: number, size: string): Promise<string> {
  const path = join(folder, `clip-${seconds}-${size}.mkv`);
  const picture = `testsrc2=size=${size}:rate=25:duration=${seconds}`;
  const fractal = `mandelbrot=size=${size}:rate=25:end_scale=0.05,trim=duration=${seconds}`;
  const graph = '[0][1]blend=all_mode=average,noise=alls=8:allf=t,format=yuv420p[v]';
  const sound = `sine=frequency=330:duration=${seconds}`;
  const inputs = [picture, fractal, sound].flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const codecs = ['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', '-c:a', 'pcm_s16le'];
  await execa('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs,
    '-filter_complex',
    graph,
    '-map',
    '[v]',
    '-map',
    '2:a',
    ...codecs,
    path,
  ]);
  return path;
}
