import type { FastifyRequest } from 'fastify';
import { safeFilename } from '../../files/filename.ts';
import { ServiceError } from '../errors.ts';
import { incompleteBody, isCutOff, readParts, shown } from '../uploads/form.ts';
import { bodyFilename } from '../uploads/headers.ts';
import { UNNAMED } from '../uploads/uploads.ts';
import { type FieldCollector, readObject } from './fields.ts';
import type { CallInputs } from './inputs.ts';

/** Limits of a form; sizes in bytes. The contract limits the number and the size of files. */
const LIMITS = {
  files: Number.POSITIVE_INFINITY,
  fields: 1000,
  parts: Number.POSITIVE_INFINITY,
  fieldNameSize: 100,
  fieldSize: 1024 ** 2,
  headerPairs: 50,
} as const;

/** Limit for all fields together, characters: they are kept in memory. */
const MOST_TEXT = 1024 ** 2;

/**
 * Reads a request while it arrives: files into the store, addresses and fields into memory. It is a form, the bytes of one file, or
 * addresses alone; query parameters count as fields of a form.
 * @throws ServiceError 400, 402, 413; ConversionError if the store fails
 */
export async function readCall(request: FastifyRequest, inputs: CallInputs, fields: FieldCollector): Promise<void> {
  const addField = fieldReader(inputs, fields);
  for (const [name, values] of Object.entries(request.query as Record<string, string | string[]>)) {
    for (const value of [values].flat()) await addField(name, value);
  }
  try {
    if (request.isMultipart()) await readFileForm(request, inputs, addField);
    else if (typeof request.body === 'string') {
      for (const [name, value] of new URLSearchParams(request.body)) await addField(name, value);
    } else if (hasBody(request)) {
      await inputs.addFile(bodyFilename(request.headers, undefined) ?? UNNAMED, request.raw);
    }
  } catch (error) {
    throw isCutOff(error) ? incompleteBody(error) : error;
  }
}

type AddField = (name: string, value: string | null) => Promise<void>;

function fieldReader(inputs: CallInputs, fields: FieldCollector): AddField {
  let [text, count] = [0, 0];
  return async (name, value) => {
    count += 1;
    if (count > LIMITS.fields) throw wrongCall(`has more than ${LIMITS.fields} fields`);
    text += name.length + (value?.length ?? 0);
    if (value === null || text > MOST_TEXT) throw wrongCall(`has more than ${MOST_TEXT} characters in its fields`);
    if (value.includes('\0') || name.includes('\0')) throw wrongCall('has the character NUL in a field');
    if (name === 'file') throw wrongCall('has a text in the field "file"; with curl, write -F file=@NAME');
    if (name === 'source') await inputs.addSource(value);
    else if (name === 'input') await inputs.addInput(readObject(name, value));
    else fields.add(name, value);
  };
}

async function readFileForm(request: FastifyRequest, inputs: CallInputs, addField: AddField): Promise<void> {
  await readParts(request, {
    limits: LIMITS,
    refuse: wrongCall,
    async file(fieldname, content, filename) {
      if (fieldname !== 'file') throw wrongCall(`has a file in the field ${shown(fieldname)}`);
      await inputs.addFile(filename ? safeFilename(filename) : UNNAMED, content);
    },
    // Fastify has parsed parts that are JSON, as generated clients send objects.
    field: (name, value) => addField(name, value === null || typeof value === 'string' ? value : JSON.stringify(value)),
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Makes the refusal of an invalid request. */
export const wrongCall = (what: string, cause?: unknown): ServiceError =>
  new ServiceError(
    'invalid_request',
    `The request ${what}. It is a form (multipart/form-data) with files in the field "file", addresses in the field "source", or descriptions of inputs in the field "input", or the bytes of one file; all other fields are options.`,
    { errors: { file: what }, cause },
  );
