import { pictureAddress } from '../html/addresses.ts';

/** The folder for picture files, next to the text. */
export const PICTURE_FOLDER = 'pictures';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/webp': 'webp',
};

/** The pictures of a text as files in the folder PICTURE_FOLDER next to it; repeated pictures are one file. */
export class PictureFiles {
  /** Files by name: `picture-1.png`. */
  readonly files = new Map<string, Buffer>();
  readonly #names = new Map<string, string>();

  /** Returns the relative address of a file made from a `data:` address; null if it is not a bitmap. */
  take(given: string): string | null {
    const address = pictureAddress(given);
    if (address === null) return null;
    const name = this.#names.get(address) ?? this.#add(address);
    return `${PICTURE_FOLDER}/${name}`;
  }

  #add(address: string): string {
    const comma = address.indexOf(',');
    const type = address.slice('data:'.length, address.indexOf(';'));
    const name = `picture-${this.files.size + 1}.${EXTENSIONS[type] ?? 'bin'}`;
    this.#names.set(address, name);
    this.files.set(name, Buffer.from(address.slice(comma + 1), 'base64'));
    return name;
  }
}
