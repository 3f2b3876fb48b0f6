import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { safeFilename } from '../../files/filename.ts';
import type { ServiceContext } from '../context.ts';
import type { InputBody } from '../documents/schemas.ts';
import { ServiceError } from '../errors.ts';
import { removeUnlessAdded, type WaitForEnd } from '../files/discard-files.ts';
import { lockKey } from '../keys/limits.ts';
import { hasHiddenSecret, restoreSecretOptions, SECRET_MARKER } from '../secrets/secret-options.ts';
import { Base64Content } from '../uploads/base64-content.ts';
import { cloudContent } from './cloud-inputs.ts';
import { checkReading } from './input-options.ts';
import { copyInput, copyOutput, type InputContent, wrongSource } from './linked-inputs.ts';

/** An input to add: as a client describes it, and for type `base64` perhaps already decoded. */
export interface NewInputBody extends InputBody {
  readonly bytes?: readonly Buffer[];
}

/** An input that only has to be inserted. */
export interface PreparedInput {
  /** Also the name of the folder of its file, if the file is in our store. */
  readonly id: string;
  readonly body: InputBody;
  readonly content: InputContent;
}

export interface PreparedInputs {
  /** One input for each body, in order. */
  readonly inputs: readonly PreparedInput[];
  /**
   * Removes the files of inputs that were not added in the end. Call it if adding them has failed.
   * @param waitForEnd waits for the transaction that was to add them; default: it locks their API key
   */
  discard(waitForEnd?: WaitForEnd): Promise<void>;
}

/**
 * Checks inputs, and stores the bytes of those that come with content or are files of other jobs. This precedes the transaction that adds
 * them, because a transaction blocks others, and a store is slow.
 * @param keyId key whose jobs may be sources
 * @throws ServiceError 400 if a source does not match its type, belongs to another key, or is gone; then nothing is left
 */
export async function prepareInputs(
  context: ServiceContext,
  keyId: string,
  bodies: readonly NewInputBody[],
): Promise<PreparedInputs> {
  const inputs: PreparedInput[] = [];
  const discard = discardPrepared(context, keyId, inputs);
  try {
    for (const { bytes, ...body } of bodies) {
      const id = randomUUID();
      const content = await contentOf(context, keyId, bytes === undefined ? body : { ...body, bytes }, id);
      inputs.push({ id, body, content });
    }
    return { inputs, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Does what `PreparedInputs.discard` does, for inputs of the jobs of a key. */
export function discardPrepared(
  context: ServiceContext,
  keyId: string,
  inputs: readonly PreparedInput[],
): PreparedInputs['discard'] {
  return (waitForEnd = (transact) => lockKey(transact, keyId)) => {
    const stored = inputs.flatMap(({ id, content: { type, location } }) =>
      type === 'remote' || location === null ? [] : [{ id, location }],
    );
    return removeUnlessAdded(context, stored, waitForEnd);
  };
}

async function contentOf(
  context: ServiceContext,
  keyId: string,
  body: NewInputBody,
  id: string,
): Promise<InputContent> {
  const { type = 'remote', engine = 'auto' } = body;
  checkReading({ engine, type, options: restoreSecretOptions(null, body.options ?? {}, {}) });
  switch (type) {
    case 'remote': {
      const source = remoteSource(body.source);
      return { type, source, status: 'ready', location: source };
    }
    case 'upload':
      // The job waits until the file is sent to /upload-file.
      return { type, source: '', status: 'downloading', location: null };
    case 'base64':
      return storeBase64(context, body, id);
    case 'output':
      return copyOutput(context, keyId, body, id);
    case 'input_id':
      return copyInput(context, keyId, body, id);
    case 'cloud':
    case 'gdrive_picker':
      return cloudContent(context, { ...body, type }, id);
    default:
      throw new ServiceError('invalid_request', `There are no inputs of type ${type}.`, {
        errors: { type: 'is not known' },
      });
  }
}

/** Longest address, characters; the content of a `base64` input may be longer. */
const MAX_ADDRESS = 65_536;

/** Users may name only web addresses, not a worker's own files and buckets. */
function remoteSource(source: string | undefined): string {
  const url = source !== undefined && URL.canParse(source) ? new URL(source) : null;
  if (url !== null && hasHiddenSecret(url)) {
    throw wrongSource(
      `The source has ${SECRET_MARKER} in place of its password, as documents show it; send the URL with the password itself.`,
    );
  }
  if ((source?.length ?? 0) > MAX_ADDRESS) throw wrongSource(`An address can have ${MAX_ADDRESS} characters.`);
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return source ?? '';
  throw wrongSource('A remote input needs a source: an https:// or http:// URL.');
}

async function storeBase64({ files, config }: ServiceContext, body: NewInputBody, id: string): Promise<InputContent> {
  const content = new Base64Content();
  content.add(body.source ?? '');
  const bytes = body.bytes ?? content.end();
  if (bytes === null || bytes.every(({ length }) => length === 0)) {
    throw wrongSource(
      'An input of type base64 needs its content in source, as base64 or a data: URL; larger files go to /upload-file.',
    );
  }
  const filename = safeFilename(body.filename ?? '');
  const file = await files.receive(id, filename, Readable.from(bytes, { objectMode: false }), config.maxInputSize);
  return {
    type: 'base64',
    // The content is not kept twice.
    source: '',
    status: 'ready',
    location: file.location,
    filename,
    size: file.size,
    hash: file.checksum,
    content_type: file.contentType,
    facts: file.facts,
  };
}
