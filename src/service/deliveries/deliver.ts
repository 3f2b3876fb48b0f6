import { PassThrough, type Readable } from 'node:stream';
import { FieldError } from '../../files/cloud/contract.ts';
import { CloudError, deliveryError } from '../../files/cloud/errors.ts';
import { openCloudFile } from '../../files/cloud/providers.ts';
import type { AddressGuard } from '../../files/fetch/address-guard.ts';
import { ConversionError } from '../../task/errors.ts';
import type { ServiceContext } from '../context.ts';
import { fromJson } from '../database/columns.ts';
import type { OutputRow, OutputTargetRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { outputsOf } from '../outputs/outputs.ts';
import { targetCredentials } from '../secrets/sealed-columns.ts';
import { deliveredOf, markDelivered } from './delivery-queue.ts';
import { deliveryNames } from './names.ts';
import { fileOf, parametersOf } from './targets.ts';

/** Network settings of a delivery to a storage. */
export interface DeliveryNetwork {
  readonly guard: AddressGuard;
  /** Longest pause of the storage while it takes the bytes, ms. */
  readonly idleMs: number;
}

/**
 * Sends the outputs of a conversion to a storage, one after the other, streamed from the store. Skips those that arrived in an earlier
 * attempt.
 * @throws ConversionError about the conversion: the `delivery_…` codes, and those of the store; the signal's reason if that was aborted
 */
export async function deliver(
  context: Pick<ServiceContext, 'db' | 'files' | 'secrets'>,
  target: OutputTargetRow,
  { guard, idleMs }: DeliveryNetwork,
  signal: AbortSignal,
): Promise<void> {
  const { db, secrets } = context;
  const outputs = (await outputsOf(db, target.job_id)).filter(
    ({ conversion_id }) => conversion_id === target.conversion_id,
  );
  const parameters = fromJson(target.parameters);
  const names = deliveryNames(
    fileOf(parameters),
    outputs.map(({ filename }) => filename),
  );
  const credentials = openCredentials(target, secrets);
  const delivered = new Set(deliveredOf(target));
  for (const [index, output] of outputs.entries()) {
    signal.throwIfAborted();
    if (delivered.has(output.id)) continue;
    try {
      const name = names[index] ?? output.filename;
      const file = openCloudFile(target.type, parametersOf(parameters, name), credentials);
      await reading(context, output, (content) =>
        file.put(content, output.size, { guard, idleMs, signal, contentType: output.content_type }),
      );
    } catch (error) {
      signal.throwIfAborted();
      throw conversionError(error);
    }
    delivered.add(output.id);
    await markDelivered(db, target, [...delivered]);
  }
}

/** Calls the function with the bytes of an output. If they cannot be read, throws that error, whatever the delivery makes of it. */
async function reading(
  { files }: Pick<ServiceContext, 'files'>,
  { filename, location }: OutputRow,
  work: (content: Readable) => Promise<void>,
): Promise<void> {
  const stored = await files.read(location, null).catch((cause: unknown) => {
    if (!(cause instanceof ServiceError)) throw cause;
    const message = `The output ${JSON.stringify(filename)} was removed before it was delivered.`;
    throw new ConversionError('delivery_rejected', message, { cause });
  });
  // The delivery gets its own stream, because libraries end the stream that they were given with errors of the network.
  const content = new PassThrough();
  let unread: Error | null = null;
  stored.on('error', (error) => {
    unread ??= error;
    content.destroy(error);
  });
  // The reader gets the error; until it reads, nothing listens.
  content.on('error', () => {});
  try {
    await work(stored.pipe(content));
  } catch (error) {
    if (unread === null) throw error;
    const message = `The output ${JSON.stringify(filename)} could not be read for its delivery.`;
    throw new ConversionError('output_store_failed', message, { cause: unread });
  } finally {
    stored.destroy();
    content.destroy();
  }
}

function openCredentials({ id, credentials }: OutputTargetRow, secrets: ServiceContext['secrets']) {
  try {
    if (credentials !== null) return targetCredentials.open(secrets, id, credentials);
  } catch (cause) {
    const message =
      'The service cannot read the credentials of the output_target: its key (SERVICE_SECRET) may have changed. Make the job again.';
    throw new ConversionError('internal', message, { cause });
  }
  throw new Error('a delivery without credentials');
}

function conversionError(error: unknown): unknown {
  if (error instanceof CloudError) return deliveryError(error);
  if (!(error instanceof FieldError)) return error;
  return new ConversionError('delivery_rejected', `The outputs cannot be delivered: ${error.message}.`, {
    source: 'conversion',
  });
}
