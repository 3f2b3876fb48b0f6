import { execa } from 'execa';

/** Matches `All:0.987654 (19.1)`, from the filter ssim. */
const FIGURE = /\bAll:([\d.]+)/;

/** Lays a picture on white, so that its transparency counts, as red, green and blue in frames at the same times. */
const shown = (input: number): string =>
  `[${input}:v]fps=25,format=gbrap,negate,premultiply=inplace=1,format=gbrp,negate[shown${input}]`;

/** Returns the structural similarity of two pictures or animations, as they are shown, by ffmpeg: 1 if they are equal. */
export async function similarityOf(path: string, source: string): Promise<number> {
  const compare = `${shown(0)};${shown(1)};[shown0][shown1]ssim`;
  const args = ['-hide_banner', '-threads', '1', '-i', path, '-i', source, '-lavfi', compare, '-f', 'null', '-'];
  const { stderr } = await execa('ffmpeg', args);
  return Number(FIGURE.exec(stderr)?.[1]);
}
