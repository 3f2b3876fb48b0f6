import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { packStreams } from '../../../runner/pack.ts';
import type { CallInputs } from '../../convert/inputs.ts';
import type { ServiceFiles } from '../../files/service-files.ts';
import type { PreparedInput } from '../../inputs/prepare-inputs.ts';
import type { FormFile } from '../form/form.ts';
import { Refusal } from '../refusal.ts';

/** Largest file that is read into memory, bytes: a header or footer, a template, a Markdown file. */
const MOST_IN_MEMORY = 1024 ** 2;

/** The files of a request, as inputs of jobs and as content. */
export interface StoredFiles {
  /** Returns an input with the bytes of a file. The first job takes the file itself, further ones copies. */
  input(file: FormFile): Promise<PreparedInput>;
  /** Throws Refusal 413 for a file that is too large for that. */
  text(file: FormFile): Promise<string>;
  /** Makes an input of a zip. @param texts further content, by name */
  zip(files: readonly FormFile[], texts: ReadonlyMap<string, string>): Promise<PreparedInput>;
  /** Makes an input of a text. */
  document(filename: string, text: string): Promise<PreparedInput>;
}

/** @param received the files of the request; what is made for it is added to them */
export function storedFiles(files: ServiceFiles, received: CallInputs): StoredFiles {
  const taken = new Set<string>();
  const locationOf = ({ stored: { content } }: FormFile): string => {
    if (content.location === null) throw new Error('a received file has no location');
    return content.location;
  };
  const added = async (filename: string, content: Readable): Promise<PreparedInput> => {
    await received.addFile(filename, content);
    const input = received.inputs.at(-1);
    if (input === undefined) throw new Error('a file was added, but is not there');
    return input;
  };
  return {
    async input(file) {
      const { stored } = file;
      if (!taken.has(stored.id)) {
        taken.add(stored.id);
        return stored;
      }
      const id = randomUUID();
      const location = await files.copy(locationOf(file), id, stored.content.filename || 'file');
      return { id, body: {}, content: { ...stored.content, location } };
    },
    async text(file) {
      const { size } = file.stored.content;
      if ((size ?? 0) > MOST_IN_MEMORY) {
        throw new Refusal(413, `The file '${file.filename}' may have ${MOST_IN_MEMORY} bytes.`);
      }
      return size === 0 ? '' : (await buffer(await files.read(locationOf(file), null))).toString();
    },
    async zip(members, texts) {
      const date = new Date();
      const packed = await packStreams([
        ...[...texts].map(([filename, text]) => ({
          filename,
          date,
          open: async () => Readable.from([text], { objectMode: false }),
        })),
        ...members
          .filter(({ filename }) => !/^\.{0,2}$/.test(filename) && !texts.has(filename))
          .map((file) => ({ filename: file.filename, date, open: () => files.read(locationOf(file), null) })),
      ]);
      return added('page.zip', packed);
    },
    document: (filename, text) => added(filename, Readable.from([Buffer.from(text)], { objectMode: false })),
  };
}
