import { ConversionError } from '../../../../src/task/errors.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { fileUrl } from '../probe/input-safety.ts';
import { callOf, type Program } from '../programs.ts';

const GiB = 1024 ** 3;

/** The figure in the filter's output: `SSIM R:0.99 (20.0) G:… All:0.993100 (21.6)`. */
const FIGURE = /\bAll:([\d.]+)/;

/**
 * Returns the structural similarity of two PNGs of the same size over red, green and blue, 1 if they are equal (Wang and others, Image
 * Quality Assessment, 2004). Transparency is ignored. Throws ConversionError as running a program does.
 */
export async function structuralSimilarity(
  ffmpeg: Program,
  [one, other]: readonly [string, string],
  context: WorkContext,
): Promise<number> {
  const open = (path: string) => ['-protocol_whitelist', 'file', '-f', 'png_pipe', '-i', fileUrl(path)];
  const graph = '[0:v]format=gbrp[one];[1:v]format=gbrp[other];[one][other]ssim';
  const { stderr } = await context.run(
    callOf(
      ffmpeg,
      [
        '-hide_banner',
        '-nostdin',
        '-nostats',
        '-v',
        'info',
        ...open(one),
        ...open(other),
        '-lavfi',
        graph,
        '-f',
        'null',
        '-',
      ],
      { limits: { cpuSeconds: 300, memoryBytes: 3 * GiB } },
    ),
  );
  const figure = FIGURE.exec(stderr)?.[1];
  if (figure !== undefined) return Number(figure);
  throw new ConversionError('conversion_failed', 'The pictures could not be compared.', { log: stderr.slice(-4000) });
}
