import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Type, { type Static } from 'typebox';
import { ConversionError } from '../task/errors.ts';
import type { TaskInput } from '../task/types.ts';

/** An input as a client names it: exactly one of `path`, `url` and `base64`. */
export const INPUT = Type.Object(
  {
    path: Type.Optional(
      Type.String({ minLength: 1, description: 'A file of this machine, in a folder that the server may read.' }),
    ),
    url: Type.Optional(
      Type.String({ minLength: 1, description: 'An https: or http: address. Private addresses are refused.' }),
    ),
    base64: Type.Optional(Type.String({ description: 'The bytes of the file.' })),
    filename: Type.Optional(
      Type.String({ description: 'What the file is called, with its extension; names the outputs.' }),
    ),
    decrypt_password: Type.Optional(Type.String({ description: 'Opens an encrypted file.' })),
  },
  { additionalProperties: false, description: 'Exactly one of path, url and base64 says where the file is.' },
);

export type InputArgument = Static<typeof INPUT>;

/** Returns the input as tasks have it. Relative paths start from the folder `working`. Throws ConversionError. */
export function taskInput(given: InputArgument, working: string): TaskInput {
  return {
    id: randomUUID(),
    type: 'remote',
    source: sourceOf(given, working),
    filename: given.filename ?? null,
    credentials: given.decrypt_password === undefined ? {} : { decrypt_password: given.decrypt_password },
  };
}

function sourceOf(given: InputArgument, working: string): string {
  const { path, url, base64 } = given;
  const count = [path, url, base64].filter((each) => each !== undefined).length;
  if (count !== 1) {
    throw new ConversionError('task_invalid', `An input needs exactly one of path, url and base64, not ${count}.`);
  }
  if (path !== undefined) {
    return path.startsWith('file:') ? path : pathToFileURL(resolve(working, path)).href;
  }
  if (url !== undefined) return webAddress(url);
  return `data:application/octet-stream;base64,${base64}`;
}

function webAddress(url: string): string {
  if (/^https?:/i.test(url)) return url;
  throw new ConversionError(
    'input_source_unsupported',
    'The url of an input is an https: or http: address. For a file of this machine give path.',
  );
}
