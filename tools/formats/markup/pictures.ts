import { extname, posix } from 'node:path';
import { pictureAddress } from '../text/html/addresses.ts';
import { PICTURE_FOLDER } from '../text/markdown/pictures.ts';

/** Where a picture is from: a file that the text contained, one next to it, or the text itself. */
export type Origin =
  | { readonly from: 'media' | 'project'; readonly path: string }
  /** Name of the file that was written. */
  | { readonly from: 'text'; readonly path: string };

export interface Picture {
  readonly origin: Origin;
  /** Path of the picture in the result. */
  readonly name: string;
}

export interface PictureOptions {
  /** Path of the folder with the files that the text contained, as the tree names it. */
  readonly media: string;
  /** Paths of the files next to the text. */
  readonly files: readonly string[];
  /** Whether the result has pictures at all. */
  readonly keeps: boolean;
  /** Whether pictures that browsers and office programs cannot show become PNG. */
  readonly asBitmaps: boolean;
  /** Paths of pictures that cannot be used. */
  readonly unusable: readonly string[];
}

/** Pictures that every program shows. */
const BITMAPS: ReadonlySet<string> = new Set(['.png', '.jpg', '.jpeg', '.gif']);

/** Endings that TeX adds to a name, in this order. */
const ENDINGS = ['', '.pdf', '.png', '.jpg', '.jpeg', '.svg', '.eps', '.gif', '.webp'];

const TYPES: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/bmp': '.bmp',
  'image/webp': '.webp',
};

/** The pictures of a text, numbered in its order; each is one file, however often it is shown. */
export class Pictures {
  /** By their origin. */
  readonly used = new Map<string, Picture>();
  /** Pictures that the text itself contains, by name. */
  readonly written = new Map<string, Buffer>();
  /** Addresses in the web. */
  remote = 0;
  /** Addresses of files that are not there. */
  readonly missing = new Set<string>();
  leftOut = 0;
  readonly #options: PictureOptions;

  constructor(options: PictureOptions) {
    this.#options = options;
  }

  /** Returns the path of a picture in the result; null if it has none. */
  nameOf(address: string): string | null {
    const origin = this.#originOf(address);
    if (origin === null) return null;
    if (!this.#options.keeps) {
      this.leftOut++;
      return null;
    }
    const known = this.used.get(origin.path);
    if (known !== undefined) return known.name;
    const ending = extname(origin.path).toLowerCase();
    const kept = !this.#options.asBitmaps || BITMAPS.has(ending) ? ending : '.png';
    const name = `${PICTURE_FOLDER}/picture-${this.used.size + 1}${kept}`;
    this.used.set(origin.path, { origin, name });
    return name;
  }

  #originOf(address: string): Origin | null {
    if (/^data:/i.test(address)) return this.#fromText(address);
    if (/^(?:[a-z][a-z0-9+.-]+:)?\/\//i.test(address)) {
      this.remote++;
      return null;
    }
    const { media, unusable } = this.#options;
    const contained = address.startsWith(`${media}/`) ? address.slice(media.length + 1) : null;
    const path = contained ?? this.#fileOf(address);
    if (path === null || unusable.includes(path)) {
      this.missing.add(contained === null ? address : posix.basename(address));
      return null;
    }
    return { from: contained === null ? 'project' : 'media', path };
  }

  #fromText(address: string): Origin | null {
    const picture = pictureAddress(address);
    if (picture === null) {
      this.leftOut++;
      return null;
    }
    const ending = TYPES[picture.slice('data:'.length, picture.indexOf(';'))] ?? '.bin';
    const name = `${this.written.size + 1}${ending}`;
    if (this.#options.keeps) this.written.set(name, Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'));
    return { from: 'text', path: name };
  }

  /** Returns the file next to the text that an address names, as TeX and people write them; only files of the list. */
  #fileOf(address: string): string | null {
    const { files } = this.#options;
    const path = posix.normalize(decoded(address)).replace(/^\.\//, '');
    const exact = ENDINGS.map((ending) => path + ending).find((each) => files.includes(each));
    if (exact !== undefined) return exact;
    // TeX also looks in the folders of \graphicspath, and wikis where all pictures are.
    const name = posix.basename(path);
    const named = ENDINGS.map((ending) => files.filter((each) => posix.basename(each) === name + ending));
    const only = named.find((each) => each.length > 0);
    return only?.length === 1 ? (only[0] ?? null) : null;
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
