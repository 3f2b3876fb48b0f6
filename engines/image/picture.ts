import sharp, { type Sharp } from 'sharp';

/** 8 bits a channel; sRGB, colours of a kept profile, or grey; rows from the top without gaps. Shared with its maker: never changed. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  /** Grey, grey and alpha, RGB, or RGBA. */
  readonly channels: 1 | 2 | 3 | 4;
}

/** Pixels with 16 bits a channel. */
export type DeepPixels = Omit<Pixels, 'data'> & { readonly data: Uint16Array };

export type AnyPixels = Pixels | DeepPixels;

export const isDeepPixels = (pixels: AnyPixels): pixels is DeepPixels => pixels.data instanceof Uint16Array;

/** The largest value of a channel. */
export const whiteOf = (pixels: AnyPixels): number => (isDeepPixels(pixels) ? 65_535 : 255);

/** Allocates values for a picture, as deep as another. */
export const valuesLike = (pixels: AnyPixels, length: number): Buffer | Uint16Array =>
  isDeepPixels(pixels) ? new Uint16Array(length) : Buffer.alloc(length);

/** Returns pixels with values of 8 or 16 bits. */
export const pixelsOf = (
  data: Buffer | Uint16Array,
  facts: Pick<AnyPixels, 'width' | 'height' | 'channels'>,
): AnyPixels => {
  const { width, height, channels } = facts;
  return data instanceof Uint16Array ? { data, width, height, channels } : { data, width, height, channels };
};

/** The order in which sharp runs operations of one pass, whatever the order of the calls; each at most once. */
const ORDER = { loaded: 0, cropped: 1, resized: 2, finished: 3 } as const;

type Stage = keyof typeof ORDER;

interface Facts {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Whether it has 16 bits a channel, until its pixels are requested. */
  readonly isDeep: boolean;
}

/**
 * A picture on its way through the steps, upright and in sRGB. Cropping, resizing and one more operation of sharp are collected and done in
 * one pass (a JPEG that is scaled down is then unpacked at a fraction of its size); any other order goes through pixels, because sharp
 * ignores the order of calls. It is immutable: each step makes another one.
 */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Whether it has 16 bits a channel, which it loses if a step works on its pixels. */
  readonly isDeep: boolean;
  /** Restarts the collected operations: copying a pipeline takes sharp many times as long, and doubles the bytes of its input. */
  readonly #begin: () => Sharp;
  readonly #stage: Stage;
  /** The pixels of a picture without pending operations: a copy by sharp would take time and memory. */
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
   * Makes a picture that sharp has opened; `facts` describe the upright picture.
   * @param begin opens it in a new pipeline, which nothing else uses
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

  /** Returns the picture after an operation of sharp at `stage` of its order. `facts` are those of the result, if they change. */
  async with(
    stage: Exclude<Stage, 'loaded'>,
    change: (pipeline: Sharp) => Sharp,
    facts: Partial<Facts> = {},
  ): Promise<Picture> {
    const before = ORDER[this.#stage] < ORDER[stage] ? this : await this.rendered();
    const { width, height, hasAlpha, isDeep } = before;
    return new Picture(() => change(before.#begin()), { width, height, hasAlpha, isDeep, ...facts }, stage);
  }

  /** Returns the same picture with all collected operations done, so that anything may come next. */
  async rendered(): Promise<Picture> {
    return Picture.fromPixels(await this.fullPixels());
  }

  /** Returns pixels with 16 bits a channel, if the picture has them. */
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

  /** Returns the collected operations, to be written in some format. */
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
