import { Picture, type Pixels } from '../picture.ts';

/** Scales the sides of the picture by `scale`, which is 1 at most. */
export async function scaled(picture: Picture, scale: number): Promise<Picture> {
  if (scale >= 1) return picture;
  const size = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  return picture.with('resized', (pipeline) => pipeline.resize({ ...size, fit: 'fill' }), size);
}

/** Returns pixels of another size; the proportions may change. */
export async function stretched(pixels: Pixels, size: Pick<Pixels, 'width' | 'height'>): Promise<Pixels> {
  const { width, height } = size;
  const stretch = { width, height, fit: 'fill' } as const;
  const picture = await Picture.fromPixels(pixels).with('resized', (pipeline) => pipeline.resize(stretch), {
    width,
    height,
  });
  return picture.pixels();
}
