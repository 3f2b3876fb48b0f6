import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ServiceContext } from '../context.ts';
import { discardPrepared, type PreparedInput, type PreparedInputs, prepareInputs } from '../inputs/prepare-inputs.ts';
import { contractOfKey } from '../keys/limits.ts';
import { fileLimit, refuseOneMoreInput } from '../uploads/file-limit.ts';

/** The inputs of a job that is not made yet, in the order in which they come. */
export interface CallInputs extends PreparedInputs {
  /** Stores a file. Throws ServiceError 402, 413; ConversionError where the store fails. @param filename safe */
  addFile(filename: string, content: Readable): Promise<void>;
  /** Notes an address to fetch. Throws ServiceError 400, 402. */
  addSource(url: string): Promise<void>;
}

/** @param keyId whose contract limits how many inputs there may be, and how large */
export async function collectInputs(context: ServiceContext, keyId: string): Promise<CallInputs> {
  const { db, config, files } = context;
  const contract = await contractOfKey(db, keyId, config.contracts);
  const inputs: PreparedInput[] = [];
  return {
    inputs,
    discard: () => discardPrepared(context, inputs),
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
        },
      });
    },
    async addSource(source) {
      refuseOneMoreInput(contract, inputs.length);
      const prepared = await prepareInputs(context, keyId, [{ type: 'remote', source }]);
      inputs.push(...prepared.inputs);
    },
  };
}
