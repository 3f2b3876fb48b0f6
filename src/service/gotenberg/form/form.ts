import type { PreparedInput } from '../../inputs/prepare-inputs.ts';
import { compareFilenames, extensionOf, withoutExtension } from './filenames.ts';

/** A file of a request, in the store. */
export interface FormFile {
  /** Field of the form that it came in. */
  readonly field: string;
  /** Its name as the client gave it, without folders. */
  readonly filename: string;
  readonly stored: PreparedInput;
}

/** Fields whose files have a purpose of their own; all others are distinguished by their names. */
export const OWN_PURPOSE = ['embeds', 'watermark', 'stamp', 'facturxXml'] as const;

/** What a request brings: values in the order in which they came, and files. */
export class Form {
  readonly #values = new Map<string, string[]>();
  readonly #files: FormFile[] = [];

  addValue(name: string, value: string): void {
    const values = this.#values.get(name) ?? [];
    this.#values.set(name, [...values, value]);
  }

  addFile(file: FormFile): void {
    this.#files.push(file);
  }

  /** Adds files before all others, which replace them where names are the same. */
  addFilesBefore(files: readonly FormFile[]): void {
    this.#files.unshift(...files);
  }

  /** Returns the first value of a field; undefined if there is none, or it is empty. */
  value(name: string): string | undefined {
    return this.#values.get(name)?.[0] || undefined;
  }

  /** Returns all values of a field. */
  values(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** Returns the files that are not for a purpose of their own; of several of one name, the last. */
  files(): readonly FormFile[] {
    const own: readonly string[] = OWN_PURPOSE;
    return [
      ...new Map(this.#files.filter(({ field }) => !own.includes(field)).map((file) => [file.filename, file])).values(),
    ];
  }

  /** Returns the files of one of these extensions, in the order in which they are converted. @param extensions in lower case, with dots */
  filesOf(extensions: readonly string[]): readonly FormFile[] {
    return this.files()
      .filter(({ filename }) => extensions.includes(extensionOf(filename)))
      .sort((one, other) => compareFilenames(one.filename, other.filename));
  }

  /** Finds a file by its name; its extension may be in capitals. */
  fileNamed(name: string): FormFile | undefined {
    return this.files().find(({ filename }) => withoutExtension(filename) + extensionOf(filename) === name);
  }

  /** Returns the files that came in a field, in order. */
  filesIn(field: (typeof OWN_PURPOSE)[number]): readonly FormFile[] {
    return this.#files.filter((file) => file.field === field);
  }
}
