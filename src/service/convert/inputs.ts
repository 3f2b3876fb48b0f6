import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ServiceContext } from '../context.ts';
import type { InputBody } from '../documents/schemas.ts';
import { ServiceError } from '../errors.ts';
import { discardPrepared, type PreparedInput, type PreparedInputs, prepareInputs } from '../inputs/prepare-inputs.ts';
import { contractOfKey } from '../keys/limits.ts';
import { fileLimit, refuseOneMoreInput } from '../uploads/file-limit.ts';

/** The inputs of a job that does not exist yet, in the order in which they arrive. */
export interface CallInputs extends PreparedInputs {
  /** Stores a file. Throws ServiceError 402, 413; ConversionError if the store fails. @param filename safe */
  addFile(filename: string, content: Readable): Promise<void>;
  /** Adds an address to fetch. Throws ServiceError 400, 402. */
  addSource(url: string): Promise<void>;
  /** Adds an input in the form that jobs use: in a storage, of another job, or read by an engine. Throws ServiceError 400, 402. */
  addInput(description: Record<string, unknown>): Promise<void>;
}

/**
 * @param keyId key whose contract limits the number and the size of inputs
 * @param check throws if the description of an input does not match its schema
 */
export async function collectInputs(
  context: ServiceContext,
  keyId: string,
  check: (description: Record<string, unknown>) => InputBody,
): Promise<CallInputs> {
  const { db, config, files } = context;
  const contract = await contractOfKey(db, keyId, config.contracts);
  const inputs: PreparedInput[] = [];
  const add = async (body: InputBody): Promise<void> => {
    refuseOneMoreInput(contract, inputs.length);
    const prepared = await prepareInputs(context, keyId, [body]);
    inputs.push(...prepared.inputs);
  };
  return {
    inputs,
    discard: discardPrepared(context, keyId, inputs),
    async addFile(filename, content) {
      refuseOneMoreInput(contract, inputs.length);
      const received = inputs.reduce((sum, { content: { size } }) => sum + (size ?? 0), 0);
      const { maxBytes, refuse } = fileLimit(contract, config, received);
      const id = randomUUID();
      const file = await files.receive(id, filename, content, maxBytes, refuse);
      inputs.push({
        id,
        body: {},
        content: {
          type: 'upload',
          source: '',
          status: 'ready',
          location: file.location,
          filename,
          size: file.size,
          hash: file.checksum,
          content_type: file.contentType,
          facts: file.facts,
        },
      });
    },
    addSource: (source) => add({ type: 'remote', source }),
    async addInput(description) {
      const body = check(description);
      if (body.type === 'upload') throw uploadsAreFiles();
      await add(body);
    },
  };
}

const uploadsAreFiles = (): ServiceError =>
  new ServiceError('invalid_request', 'Later uploads are not possible here: send the bytes in the field "file".', {
    errors: { 'input.type': 'must not be upload' },
  });
