import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { type ReadPage, readPages } from './geometry-support.ts';
import type { PlacedPage } from './places.ts';
import { images, type ListedImage } from './support-ghostscript.ts';

/** Rows of pixels, 3 bytes each: red, green and blue. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Words that the makers of these PDFs put near the corners of pages. */
const CORNER = /^(NW|SE)\d$/;

/**
 * A PDF as poppler sees it; each look is taken once, where it is asked for. An encrypted one is looked at in a copy that qpdf
 * decrypted, but for what concerns the encryption.
 */
export class MadePdf {
  readonly path: string;
  readonly #userPassword: string;
  readonly #looks = new Map<string, Promise<unknown>>();

  constructor(path: string, userPassword: string) {
    this.path = path;
    this.#userPassword = userPassword;
  }

  /** What pdfinfo says of a name such as `PDF version`; empty: nothing. */
  async fact(name: string): Promise<string> {
    const { stdout } = await this.#once('info', () => execa('pdfinfo', ['-upw', this.#userPassword, this.path]));
    return new RegExp(`^${name}: +(.*)$`, 'm').exec(stdout)?.[1] ?? '';
  }

  /** Whether its metadata say that it is PDF/A of that part, level B, by exiftool. */
  async isPdfA(part: number): Promise<boolean> {
    const { stdout } = await execa('exiftool', ['-s3', '-XMP-pdfaid:Part', '-XMP-pdfaid:Conformance', this.path]);
    return stdout === `${part}\nB`;
  }

  /** Whether pdfinfo opens it by a password, or by none (null). */
  async opens(as: 'user' | 'owner', password: string | null): Promise<boolean> {
    const args = password === null ? [] : [as === 'user' ? '-upw' : '-opw', password];
    return (await execa('pdfinfo', [...args, this.path], { reject: false })).exitCode === 0;
  }

  bytes(): Promise<Buffer> {
    return this.#once('bytes', () => readFile(this.path));
  }

  /** Its pages with the words of the corners. */
  places(): Promise<PlacedPage[]> {
    return this.#once('places', async () => {
      const pages = await this.pages();
      return pages.map(({ width, height, placed }) => ({
        width,
        height,
        words: placed.filter(({ text }) => CORNER.test(text)),
      }));
    });
  }

  /** Its pages with all words. */
  pages(): Promise<ReadPage[]> {
    return this.#once('pages', async () => readPages(await this.#readable()));
  }

  /** Its objects as text, their streams readable, by qpdf. */
  objects(): Promise<string> {
    return this.#once('objects', async () => {
      const args = ['--qdf', '--object-streams=disable', await this.#readable(), '-'];
      const { stdout } = await execa('qpdf', args, { encoding: 'buffer', maxBuffer: 2 ** 30, reject: false });
      return Buffer.from(stdout).toString('latin1');
    });
  }

  images(): Promise<ListedImage[]> {
    return this.#once('images', async () => images(await this.#readable()));
  }

  /** The data of its images, JPEG where they are that. */
  jpegs(): Promise<Buffer[]> {
    return this.#once('jpegs', () => this.#extract('-j', '.jpg'));
  }

  /** Its images as pixels. */
  async imagePixels(): Promise<Picture[]> {
    const files = await this.#once('ppm', () => this.#extract(null, '.ppm'));
    return files.map(pictureOf);
  }

  /** Its pages as poppler draws them, 36 pixels an inch. */
  async drawn(): Promise<Picture[]> {
    return this.#once('drawn', async () => {
      const path = await this.#readable();
      const { stdout } = await execa('pdftoppm', ['-r', '36', path], { encoding: 'buffer', maxBuffer: 2 ** 30 });
      return picturesOf(Buffer.from(stdout));
    });
  }

  async #extract(flag: string | null, ending: string): Promise<Buffer[]> {
    const readable = await this.#readable();
    const folder = await mkdtemp(`${this.path}-images-`);
    try {
      await execa('pdfimages', [...(flag === null ? [] : [flag]), readable, join(folder, 'image')]);
      const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
      return await Promise.all(names.map((name) => readFile(join(folder, name))));
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  #readable(): Promise<string> {
    return this.#once('readable', async () => {
      if ((await this.fact('Encrypted')) === 'no') return this.path;
      const path = `${this.path}-decrypted.pdf`;
      await execa('qpdf', [`--password=${this.#userPassword}`, '--decrypt', this.path, path]);
      return path;
    });
  }

  #once<Value>(look: string, take: () => Promise<Value>): Promise<Value> {
    const taken = (this.#looks.get(look) as Promise<Value> | undefined) ?? take();
    this.#looks.set(look, taken);
    return taken;
  }
}

/** PPM files one after the other, as pdftoppm writes them. */
function picturesOf(data: Buffer): Picture[] {
  const pictures: Picture[] = [];
  for (let at = 0; at < data.length; ) {
    const picture = pictureOf(data.subarray(at));
    pictures.push(picture);
    at += picture.data.byteOffset - data.byteOffset - at + picture.data.length;
  }
  return pictures;
}

function pictureOf(data: Buffer): Picture {
  const [head, wide, high] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(data.toString('latin1', 0, 40)) ?? [];
  if (head === undefined) throw new Error('no PPM of colours');
  const [width, height] = [Number(wide), Number(high)];
  return { width, height, data: data.subarray(head.length, head.length + width * height * 3) };
}

/** Largest difference between the colours of a pixel; 0: all is grey. */
export function colourfulness({ data }: Picture): number {
  let most = 0;
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    most = Math.max(most, Math.max(red, green, blue) - Math.min(red, green, blue));
  }
  return most;
}

/** Longest run of pixels beside each other that are of one colour which `counts`, by its darkest and lightest component. */
export function longestRun({ data, width }: Picture, counts: (darkest: number, lightest: number) => boolean): number {
  let [longest, run, before] = [0, 0, -1];
  for (let pixel = 0; pixel * 3 + 2 < data.length; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = [data[pixel * 3], data[pixel * 3 + 1], data[pixel * 3 + 2]];
    const colour = counts(Math.min(red, green, blue), Math.max(red, green, blue))
      ? red * 65536 + green * 256 + blue
      : -1;
    if (colour < 0) run = 0;
    else run = colour === before && pixel % width !== 0 ? run + 1 : 1;
    before = colour;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Sum of the luma quantization table of a JPEG (ITU-T T.81, B.2.4.1): the larger, the lower its quality. */
export function quantizationSum(jpeg: Buffer): number {
  for (let at = 2; at + 4 < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg.readUInt16BE(at) === 0xffdb) return jpeg.subarray(at + 5, at + 69).reduce((sum, value) => sum + value, 0);
  }
  throw new Error('a JPEG without a quantization table');
}
