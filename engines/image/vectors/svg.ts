import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { ImageOptions } from '../options.ts';
import type { Size } from '../size.ts';
import { SEARCHED, withSvgSize } from '../svg/root.ts';
import { asksForSize, isDistorted, pixelsOf } from './size.ts';

/**
 * Writes an SVG with the size that the options ask for; the drawing is scaled with it. Throws ConversionError `option_unsupported` if the
 * size cannot be set.
 * @param cssSize its own size, CSS pixels; called if it is needed
 */
export async function writeSvg(
  svg: string,
  cssSize: () => Promise<Size>,
  options: ImageOptions,
  output: string,
  { signal }: Pick<WorkContext, 'signal'>,
): Promise<void> {
  if (!asksForSize(options)) return copyFile(svg, output);
  const css = await cssSize();
  const start = await readStart(svg);
  const changed = withSvgSize(start, css, pixelsOf(css, options), isDistorted(options));
  if (changed === null) {
    const message = 'The size of this SVG cannot be changed: its root was not found. Leave out width, height and dpi.';
    throw new ConversionError('option_unsupported', message);
  }
  async function* parts() {
    yield changed;
    yield* createReadStream(svg, { start: start.length });
  }
  await pipeline(parts, createWriteStream(output, { flags: 'wx' }), { signal });
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SEARCHED), 0, SEARCHED, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
