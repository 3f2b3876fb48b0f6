import { randomBytes } from 'node:crypto';
import { lookAt } from '../../files/facts/look.ts';
import { pluralize } from '../../util/pluralize.ts';
import { ServiceError } from '../errors.ts';
import type { ReceivedFile } from './received-file.ts';
import type { ServiceFiles } from './service-files.ts';

/** Operations of one kind of store. All locations are of its kind and in its places. */
export type FileBackend = Pick<
  ServiceFiles,
  'store' | 'copy' | 'read' | 'readSmall' | 'pathInStore' | 'remove' | 'receivedBefore'
>;

export const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError('too_large', `The file is larger than the ${pluralize(maxBytes, 'byte')} that this service takes.`);

export const fileGone = (): ServiceError => new ServiceError('file_gone', 'The file is not there any more.');

/**
 * Returns the name of a received file in the folder of its input. It is random: if two requests fill the same input at once, in two
 * replicas of the service, neither touches the other's file, and the database decides which one counts.
 */
export const storedName = (filename: string): string => `${randomBytes(4).toString('hex')}-${filename}`;

/** Never aborts, for stores whose work can be stopped: what a client has sent is stored even if it does not wait for the answer. */
export const TO_ITS_END = new AbortController().signal;

/** Returns the media type of a local file, judged by its content, and what else it says about itself. */
export async function seen(path: string): Promise<Pick<ReceivedFile, 'contentType' | 'facts'>> {
  const { format, facts } = await lookAt(path);
  return { contentType: format?.contentType ?? 'application/octet-stream', facts };
}
