import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { safeFilename } from '../../files/filename.ts';
import { ServiceError } from '../errors.ts';
import { withPacedBody } from '../http/paced-body.ts';

/** Fields of an upload form besides the file. */
export interface UploadForm {
  /** Safe file name. Null if the form has none. */
  readonly filename: string | null;
  readonly password: string | null;
}

/** Two files, so that a second one is noticed and refused. Sizes in bytes; the size of the file is limited where it is stored. */
const LIMITS = { files: 2, fields: 20, parts: 22, fieldNameSize: 100, fieldSize: 8192, headerPairs: 50 } as const;
const FILE_SIZE = Number.POSITIVE_INFINITY;
/** As in the schema of an input. Characters. */
const MAX_PASSWORD = 1024;

/** Handles the parts of a form, in order. */
interface PartReader {
  readonly limits: MultipartLimits;
  /** Reads the bytes to their end. @param filename the client's name of the file; undefined if there is none */
  file(fieldname: string, content: Readable, filename: string | undefined): Promise<void>;
  /** @param value text, or the value of a part that is JSON; null if it is longer than the limit */
  field(name: string, value: unknown): void | Promise<void>;
  /** Makes the refusal of a form. @param what what is wrong with it */
  refuse(what: string, cause?: unknown): Error;
}

type MultipartLimits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits'] & { readonly fields: number };

/**
 * Reads a form while it arrives.
 * @throws errors of the reader; its refusal for a form that cannot be read, or has too many fields; errors of a stream that was cut off
 *   (`isCutOff`)
 */
export async function readParts(request: FastifyRequest, reader: PartReader): Promise<void> {
  const { limits } = reader;
  let reading: unknown;
  const read = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      reading = error;
      throw error;
    }
  };
  try {
    for await (const part of withPacedBody(request).parts({ limits: { ...limits, fileSize: FILE_SIZE } })) {
      if (part.type === 'file') await read(() => reader.file(part.fieldname, part.file, part.filename));
      else await read(() => reader.field(part.fieldname, part.valueTruncated ? null : part.value));
    }
  } catch (error) {
    if (error === reading || isCutOff(error)) throw error;
    throw reader.refuse(isFormLimit(error) ? `has more than ${limits.fields} fields` : 'cannot be read', error);
  }
}

/**
 * Reads an upload form while it arrives.
 * @param save stores the bytes of the field `file`
 * @throws ServiceError 400 for a form without that field, with a second one, or with too many fields; errors of `save`
 */
export async function readForm(
  request: FastifyRequest,
  save: (file: Readable) => Promise<unknown>,
): Promise<UploadForm> {
  let filename: string | null = null;
  let password: string | null = null;
  let files = 0;
  await readParts(request, {
    limits: LIMITS,
    refuse: wrongForm,
    async file(fieldname, content, name) {
      files += 1;
      if (fieldname !== 'file') throw wrongForm(`has a file in the field ${shown(fieldname)}`);
      if (files > 1) throw wrongForm('has more than one file; send each by a request of its own');
      if (name) filename = safeFilename(name);
      await save(content);
    },
    field(name, value) {
      if (name === 'decrypt_password') {
        if (typeof value !== 'string' || value.length > MAX_PASSWORD) {
          throw wrongForm(`has a decrypt_password longer than ${MAX_PASSWORD} characters`);
        }
        password = value || null;
      } else if (name === 'filename' && typeof value === 'string' && value !== '') {
        filename = safeFilename(value);
      }
    },
  });
  if (files === 0) throw wrongForm('has no field "file" with the file');
  return { filename, password };
}

/** Whether it is the error of a stream whose client has disconnected, or whose form ends in the middle. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|FST_MP_PREMATURE_CLOSE)$/.test('code' in error ? String(error.code) : '') ||
    /^(Unexpected end of multipart data|Part terminated early)/.test(error.message));

/** Error for a request that ended in the middle of its file. */
export const incompleteBody = (cause: unknown): ServiceError =>
  new ServiceError('incomplete_body', 'The file is incomplete: the request ended in the middle of it.', {
    cause,
  });

const wrongForm = (what: string, cause?: unknown): ServiceError =>
  new ServiceError(
    'invalid_request',
    `The form ${what}. It is multipart/form-data with one file in the field "file".`,
    {
      errors: { file: what },
      cause,
    },
  );

const isFormLimit = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(String(error.code));

/** Returns a client's name for messages. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, 40));
