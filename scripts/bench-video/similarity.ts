import { execa } from 'execa';

/** Matches `All:0.987654 (19.1)`, from the filter ssim. */
const FIGURE = /\bAll:([\d.]+)/;

/** Returns the structural similarity of two films of the same size, frame by frame: 1 if they are equal. */
export async function similarityOf(path: string, source: string): Promise<number> {
  const pictures = [0, 1].map((input) => `[${input}:v]settb=AVTB,setpts=N/25/TB,format=yuv420p[v${input}]`).join(';');
  const compare = ['-lavfi', `${pictures};[v0][v1]ssim`, '-f', 'null', '-'];
  const { stderr } = await execa('ffmpeg', ['-hide_banner', '-i', path, '-i', source, ...compare]);
  return Number(FIGURE.exec(stderr)?.[1]);
}
