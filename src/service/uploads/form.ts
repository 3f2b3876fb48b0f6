import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { safeFilename } from '../../files/filename.ts';
import { ServiceError } from '../errors.ts';

/** What is beside the file in the form of an upload. */
export interface UploadForm {
  /** Made safe; null where the form gives none. */
  readonly filename: string | null;
  readonly password: string | null;
}

/** Two files, so that the second is seen and refused. Sizes in bytes; the file's own is limited where it is stored. */
const LIMITS = { files: 2, fields: 20, parts: 22, fieldNameSize: 100, fieldSize: 8192, headerPairs: 50 } as const;
const FILE_SIZE = Number.POSITIVE_INFINITY;
/** As in the JSON shape of an input. Characters. */
const MAX_PASSWORD = 1024;

/**
 * Reads the form of an upload while it arrives.
 * @param save takes the bytes of the field `file`
 * @throws ServiceError 400 for a form without that field, with a second one, or with too many fields; what `save` throws
 */
export async function readForm(
  request: FastifyRequest,
  save: (file: Readable) => Promise<unknown>,
): Promise<UploadForm> {
  let filename: string | null = null;
  let password: string | null = null;
  let files = 0;
  let saving: unknown;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: FILE_SIZE } })) {
      if (part.type === 'file') {
        files += 1;
        if (part.fieldname !== 'file') throw wrongForm(`has a file in the field ${shown(part.fieldname)}`);
        if (files > 1) throw wrongForm('has more than one file; send each by a request of its own');
        if (part.filename) filename = safeFilename(part.filename);
        await save(part.file).catch((error: unknown) => {
          saving = error;
          throw error;
        });
      } else if (part.fieldname === 'decrypt_password') {
        if (typeof part.value !== 'string' || part.valueTruncated || part.value.length > MAX_PASSWORD) {
          throw wrongForm(`has a decrypt_password longer than ${MAX_PASSWORD} characters`);
        }
        password = part.value || null;
      } else if (part.fieldname === 'filename' && typeof part.value === 'string' && part.value !== '') {
        filename = safeFilename(part.value);
      }
    }
  } catch (error) {
    if (error === saving || error instanceof ServiceError || isCutOff(error)) throw error;
    throw wrongForm(isFormLimit(error) ? `has more than ${LIMITS.fields} fields` : 'cannot be read', error);
  }
  if (files === 0) throw wrongForm('has no field "file" with the file');
  return { filename, password };
}

/** Whether it is what a stream throws whose client has gone, or whose form ends in the middle. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|FST_MP_PREMATURE_CLOSE)$/.test('code' in error ? String(error.code) : '') ||
    /^(Unexpected end of multipart data|Part terminated early)/.test(error.message));

/** For a request that ended in the middle of its file. */
export const incompleteBody = (cause: unknown): ServiceError =>
  new ServiceError('incomplete_body', 'The file did not arrive whole: the request ended in the middle of it.', {
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

const shown = (name: string): string => JSON.stringify(name.slice(0, 40));
