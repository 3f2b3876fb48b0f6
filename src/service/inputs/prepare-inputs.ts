import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { decodeBase64 } from '../../files/fetch/data-source.ts';
import { safeFilename } from '../../files/filename.ts';
import type { ServiceContext } from '../context.ts';
import type { InputBody } from '../documents/schemas.ts';
import { ServiceError } from '../errors.ts';
import { removeUnlessAdded, type WaitForEnd } from '../files/discard-files.ts';
import { lockKey } from '../keys/limits.ts';
import { hasHiddenSecret, restoreSecretOptions, SECRET_MARKER } from '../secrets/secret-options.ts';
import { cloudContent } from './cloud-inputs.ts';
import { checkReading } from './input-options.ts';
import { copyInput, copyOutput, type InputContent, wrongSource } from './linked-inputs.ts';

/** An input that only has to be written down. */
export interface PreparedInput {
  /** Its file, where it has one of ours, lies in a folder of that name. */
  readonly id: string;
  readonly body: InputBody;
  readonly content: InputContent;
}

export interface PreparedInputs {
  /** One for each body, in order. */
  readonly inputs: readonly PreparedInput[];
  /**
   * Removes what was stored for those that were not added after all; to be called where adding them has failed.
   * @param waitForEnd of the transaction that was to add them; default: it locks their API key
   */
  discard(waitForEnd?: WaitForEnd): Promise<void>;
}

/**
 * Checks inputs and brings the bytes of those that come with some, or are files of other jobs, into the store. Done before the
 * transaction that adds them: a transaction holds others up, and a store takes its time.
 *
 * @param keyId whose jobs may be sources
 * @throws ServiceError 400 where a source is not what its type needs, is another key's, or not there any more; then nothing is left
 */
export async function prepareInputs(
  context: ServiceContext,
  keyId: string,
  bodies: readonly InputBody[],
): Promise<PreparedInputs> {
  const inputs: PreparedInput[] = [];
  const discard = discardPrepared(context, keyId, inputs);
  try {
    for (const body of bodies) {
      const id = randomUUID();
      inputs.push({ id, body, content: await contentOf(context, keyId, body, id) });
    }
    return { inputs, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** `PreparedInputs.discard` of inputs for the jobs of a key. */
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

async function contentOf(context: ServiceContext, keyId: string, body: InputBody, id: string): Promise<InputContent> {
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

/** Users may name only web addresses, not a worker's own files and buckets. */
function remoteSource(source: string | undefined): string {
  const url = source !== undefined && URL.canParse(source) ? new URL(source) : null;
  if (url !== null && hasHiddenSecret(url)) {
    throw wrongSource(
      `The source has ${SECRET_MARKER} in place of its password, as documents show it; send the URL with the password itself.`,
    );
  }
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return source ?? '';
  throw wrongSource('A remote input needs a source: an https:// or http:// URL.');
}

async function storeBase64({ files, config }: ServiceContext, body: InputBody, id: string): Promise<InputContent> {
  const bytes = decodeBase64(body.source ?? '');
  if (bytes === null || bytes.length === 0) {
    throw wrongSource(
      'An input of type base64 needs its content in source, as base64; larger files go to /upload-file.',
    );
  }
  const filename = safeFilename(body.filename ?? '');
  const file = await files.receive(id, filename, streamOf(bytes), config.maxInputSize);
  return {
    type: 'base64',
    // Not kept twice.
    source: '',
    status: 'ready',
    location: file.location,
    filename,
    size: file.size,
    hash: file.checksum,
    content_type: file.contentType,
  };
}

/** A stream of bytes that are in memory. */
const streamOf = (bytes: Uint8Array): Readable => Readable.from([bytes], { objectMode: false });
