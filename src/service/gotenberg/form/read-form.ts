import type { FastifyRequest } from 'fastify';
import { safeFilename } from '../../../files/filename.ts';
import type { CallInputs } from '../../convert/inputs.ts';
import { isCutOff, readParts } from '../../uploads/form.ts';
import { Refusal } from '../refusal.ts';
import { plainFilename } from './filenames.ts';
import { Form } from './form.ts';

/** Limits of a form; sizes in bytes. The contract limits the number and the size of files. */
const LIMITS = {
  files: Number.POSITIVE_INFINITY,
  fields: 1000,
  parts: Number.POSITIVE_INFINITY,
  fieldNameSize: 100,
  fieldSize: 1024 ** 2,
  headerPairs: 50,
} as const;

/** Limit for all values together, characters: they are kept in memory. */
const MOST_TEXT = 1024 ** 2;

/**
 * Reads a form while it arrives: files into the store, values into memory.
 * @throws Refusal 400, 415; ServiceError 402, 413; ConversionError if the store fails
 */
export async function readForm(request: FastifyRequest, inputs: CallInputs): Promise<Form> {
  requireMultipart(request.headers['content-type'] ?? '');
  const form = new Form();
  let characters = 0;
  try {
    await readParts(request, {
      limits: LIMITS,
      refuse: malformed,
      async file(field, content, name) {
        const filename = plainFilename(name ?? '');
        await inputs.addFile(safeFilename(filename), content);
        const stored = inputs.inputs.at(-1);
        if (stored !== undefined) form.addFile({ field, filename, stored });
      },
      field(name, value) {
        // Fastify has parsed parts that are JSON.
        const text = value === null || typeof value === 'string' ? value : JSON.stringify(value);
        characters += name.length + (text?.length ?? 0);
        if (text === null || characters > MOST_TEXT) throw tooMuchText();
        form.addValue(name, text);
      },
    });
  } catch (error) {
    throw isCutOff(error) ? malformed('', error) : error;
  }
  return form;
}

function requireMultipart(type: string): void {
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new Refusal(415, "Invalid 'Content-Type' header value: want 'multipart/form-data'");
  }
  if (!/;\s*boundary=/i.test(type)) throw new Refusal(415, "Invalid 'Content-Type' header value: no boundary");
}

const malformed = (_what: string, cause?: unknown) =>
  new Refusal(400, "Malformed body: it does not match the 'Content-Type' header boundaries", cause);

const tooMuchText = () => new Refusal(413, `The fields of the form may have ${MOST_TEXT} characters in all.`);
