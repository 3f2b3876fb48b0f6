import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { decodeDataUrl } from '../../files/fetch/data-source.ts';
import { safeFilename } from '../../files/filename.ts';
import { ServiceError } from '../errors.ts';
import { parseJson } from '../http/json-body.ts';
import { bytesOf, readBody } from '../uploads/base64-routes.ts';
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
 * Reads a request while it arrives: files into the store, addresses and fields into memory. It is a form, JSON, the bytes of one file, or
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
    } else if (hasBody(request) && isDescription(request)) {
      await readDescription(request, inputs, fields);
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

/** Whether the body is JSON that describes a call. JSON that has the name of a file is the file. */
const isDescription = ({ headers, query }: FastifyRequest): boolean =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '') &&
  bodyFilename(headers, (query as Record<string, string>).filename) === null;

/** Reads the fields of a form from JSON, and a file in base64 from its member `content`, or as a `data:` URL in `source`. */
async function readDescription(request: FastifyRequest, inputs: CallInputs, fields: FieldCollector): Promise<void> {
  const { rest, contents } = await readBody(request, request.raw);
  const described = await parseJson(request, rest);
  if (!isObject(described)) throw wrongCall('is JSON, but not an object');
  const addBytes = (bytes: Iterable<Uint8Array>) =>
    inputs.addFile(UNNAMED, Readable.from(bytes, { objectMode: false }));
  for (const [name, value] of Object.entries(described)) {
    if (name === 'content') await addBytes(bytesOf(typeof value === 'string' ? value : '!', contents));
    else if (name === 'source') {
      for (const source of [value].flat()) {
        if (typeof source !== 'string' || source.includes('\0')) throw wrongCall('has a source that is not an address');
        if (/^data:/i.test(source)) await addBytes([decodeDataUrl(source)]);
        else await inputs.addSource(source);
      }
    } else if (name === 'input') {
      for (const input of [value].flat()) {
        if (!isObject(input)) throw wrongCall('has an input that is not an object');
        await inputs.addInput(input);
      }
    } else fields.addValue(name, value);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Makes the refusal of an invalid request. */
export const wrongCall = (what: string, cause?: unknown): ServiceError =>
  new ServiceError(
    'invalid_request',
    `The request ${what}. It is a form (multipart/form-data) with files in the field "file", addresses in the field "source", or descriptions of inputs in the field "input", JSON with the same fields or a file in base64 in "content", or the bytes of one file; all other fields are options.`,
    { errors: { file: what }, cause },
  );
