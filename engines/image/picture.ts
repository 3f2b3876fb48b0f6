import sharp, { type Sharp } from 'sharp';

/** 8 bits a channel, sRGB (or the colours of a profile that is kept) or grey, rows from the top without gaps. Who made it may still use it: nobody changes it. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  /** Grey, grey and alpha, RGB, RGBA. */
  readonly channels: 1 | 2 | 3 | 4;
}

/** The same of 16 bits a channel. */
export type DeepPixels = Omit<Pixels, 'data'> & { readonly data: Uint16Array };

export type AnyPixels = Pixels | DeepPixels;

export const isDeepPixels = (pixels: AnyPixels): pixels is DeepPixels => pixels.data instanceof Uint16Array;

/** The largest value of a channel. */
export const whiteOf = (pixels: AnyPixels): number => (isDeepPixels(pixels) ? 65_535 : 255);

/** Room for the values of a picture, as deep as another. */
export const valuesLike = (pixels: AnyPixels, length: number): Buffer | Uint16Array =>
  isDeepPixels(pixels) ? new Uint16Array(length) : Buffer.alloc(length);

/** Pixels of values of 8 or 16 bits. */
export const pixelsOf = (
  data: Buffer | Uint16Array,
  facts: Pick<AnyPixels, 'width' | 'height' | 'channels'>,
): AnyPixels => {
  const { width, height, channels } = facts;
  return data instanceof Uint16Array ? { data, width, height, channels } : { data, width, height, channels };
};

/** The order in which sharp does operations of one pass, whatever the order of the calls; each at most once. */
const ORDER = { loaded: 0, cropped: 1, resized: 2, finished: 3 } as const;

type Stage = keyof typeof ORDER;

interface Facts {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Has 16 bits a channel, as long as nobody asks for its pixels. */
  readonly isDeep: boolean;
}

/**
 * A picture on its way through the steps, upright and in sRGB. Cropping, resizing and one more operation of sharp's are
 * gathered and done in one pass (a JPEG that is made smaller is then unpacked at a fraction of its size); every other order
 * goes through pixels, because sharp ignores the order of calls. Never changed: each step makes another.
 */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Has 16 bits a channel, which it loses where a step works on its pixels. */
  readonly isDeep: boolean;
  /** Starts again what has been gathered: to copy a pipeline takes sharp many times as long, and doubles the bytes of its input. */
  readonly #begin: () => Sharp;
  readonly #stage: Stage;
  /** Where the picture is that, and nothing is to be done with it: a copy by sharp would take time and memory. */
  readonly #pixels: Pixels | null;

  private constructor(begin: () => Sharp, facts: Facts, stage: Stage, pixels: Pixels | null = null) {
    this.#begin = begin;
    this.#stage = stage;
    this.#pixels = pixels;
    this.width = facts.width;
    this.height = facts.height;
    this.hasAlpha = facts.hasAlpha;
    this.isDeep = facts.isDeep;
  }

  /**
   * What sharp has opened; `facts` are those of the upright picture.
   * @param begin opens it in a new pipeline, which nobody else has
   */
  static opened(begin: () => Sharp, facts: Omit<Facts, 'isDeep'> & Partial<Facts>): Picture {
    return new Picture(begin, { isDeep: false, ...facts }, 'loaded');
  }

  static fromPixels(pixels: AnyPixels): Picture {
    const { data, width, height, channels } = pixels;
    const begin = () => sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
    const hasAlpha = channels === 2 || channels === 4;
    const isDeep = isDeepPixels(pixels);
    return new Picture(begin, { width, height, hasAlpha, isDeep }, 'loaded', isDeep ? null : pixels);
  }

  /**
   * The picture after an operation of sharp's that stands at `stage` of its order. `facts` are those of the result, where
   * they change.
   */
  async with(
    stage: Exclude<Stage, 'loaded'>,
    change: (pipeline: Sharp) => Sharp,
    facts: Partial<Facts> = {},
  ): Promise<Picture> {
    const before = ORDER[this.#stage] < ORDER[stage] ? this : await this.rendered();
    const { width, height, hasAlpha, isDeep } = before;
    return new Picture(() => change(before.#begin()), { width, height, hasAlpha, isDeep, ...facts }, stage);
  }

  /** The same picture with all that has been gathered done, so that anything may come next. */
  async rendered(): Promise<Picture> {
    return Picture.fromPixels(await this.fullPixels());
  }

  /** Of 16 bits a channel, where the picture has them. */
  async fullPixels(): Promise<AnyPixels> {
    if (!this.isDeep) return this.pixels();
    const { data, info } = await this.#deep().raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const values = new Uint16Array(data.buffer, data.byteOffset, data.length / Uint16Array.BYTES_PER_ELEMENT);
    return { data: values, width, height, channels: channels as Pixels['channels'] };
  }

  /** sharp converts everything to 8 bits by default. */
  #deep(): Sharp {
    return this.#begin().toColourspace('rgb16');
  }

  /** What has been gathered, to be written in some format. */
  toSharp(): Sharp {
    return this.isDeep ? this.#deep() : this.#begin();
  }

  async pixels(): Promise<Pixels> {
    if (this.#pixels !== null) return this.#pixels;
    const { data, info } = await this.#begin().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return { data, width, height, channels: channels as Pixels['channels'] };
  }
}
