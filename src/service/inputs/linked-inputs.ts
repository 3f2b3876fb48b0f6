import { buffer } from 'node:stream/consumers';
import type { Facts } from '../../files/facts/facts.ts';
import { lookAtRemote } from '../../files/facts/look.ts';
import { safeFilename } from '../../files/filename.ts';
import type { ServiceContext } from '../context.ts';
import type { InputRow } from '../database/tables.ts';
import type { InputBody } from '../documents/schemas.ts';
import { ServiceError } from '../errors.ts';
import { isCloudInput } from './storage-of-input.ts';

/*
 * Inputs that are files of other jobs of the same key. The file is copied without moving bytes through this process: in a folder as a
 * second name, in a bucket by the server. So each job has its own files, and can be canceled, deleted or expire without regard to the
 * other.
 */

/** The columns that depend on an input's type: where its bytes come from, and what is known of them. */
export type InputContent = Pick<InputRow, 'type' | 'source' | 'status' | 'location'> &
  Partial<Pick<InputRow, 'filename' | 'size' | 'hash' | 'content_type' | 'upload_uuid' | 'credentials'>> & {
    /** What the file says about itself. */
    readonly facts?: Facts;
  };

/** Returns the columns of an input of type `output`. Throws ServiceError 400. */
export async function copyOutput(
  context: ServiceContext,
  keyId: string,
  body: InputBody,
  id: string,
): Promise<InputContent> {
  const source = body.source ?? '';
  const output = await context.db
    .selectFrom('outputs')
    .selectAll()
    .where('id', '=', source)
    .where('job_id', 'in', jobsOf(context, keyId))
    .where('deleted_at', 'is', null)
    .where('status', '=', 'enabled')
    .executeTakeFirst();
  if (output === undefined) throw wrongSource('There is no output with the id in source among the jobs of this key.');
  const filename = safeFilename(body.filename || output.filename);
  const location = await copy(context, output.location, id, filename);
  const { size, checksum: hash, content_type } = output;
  const facts = await factsOf(context, location, size);
  return { type: 'output', source, status: 'ready', location, filename, size, hash, content_type, facts };
}

/** Returns the columns of an input of type `input_id`. Throws ServiceError 400. */
export async function copyInput(
  context: ServiceContext,
  keyId: string,
  body: InputBody,
  id: string,
): Promise<InputContent> {
  const source = body.source ?? '';
  const input = await context.db
    .selectFrom('inputs')
    .selectAll()
    .where('id', '=', source)
    .where('type', '<>', 'conversion')
    .where('job_id', 'in', jobsOf(context, keyId))
    .executeTakeFirst();
  if (input === undefined) throw wrongSource('There is no input with the id in source among the jobs of this key.');
  if (isCloudInput(input)) {
    throw wrongSource(
      'The input with the id in source is in a cloud storage: describe it again, with its credentials.',
    );
  }
  // An input that a conversion could not read keeps its file: it may only need a password, or, for an address, another try.
  if (input.location === null || !(input.status === 'ready' || input.status === 'failed')) {
    throw wrongSource(`The input with the id in source has no file: it is ${input.status}.`);
  }
  const name = body.filename || input.filename;
  const filename = name ? safeFilename(name) : '';
  // Web addresses are fetched again when needed.
  const location = isRemote(input) ? input.location : await copy(context, input.location, id, filename || 'file');
  const { size, hash, content_type } = input;
  const facts = isRemote(input) || size === null ? {} : await factsOf(context, location, size);
  return { type: 'input_id', source, status: 'ready', location, filename, size, hash, content_type, facts };
}

/** Reads what a stored file says about itself. @param size bytes of the file */
async function factsOf({ files }: ServiceContext, location: string, size: number): Promise<Facts> {
  if (size === 0) return {};
  const readAt = async (start: number, length: number) =>
    buffer(await files.read(location, { start, end: Math.min(start + length, size) - 1 }));
  return (await lookAtRemote(size, readAt)).facts;
}

/** Selects the jobs whose files the key may use. */
const jobsOf = ({ db, now }: ServiceContext, keyId: string) =>
  db.selectFrom('jobs').select('id').where('key_id', '=', keyId).where('expires_at', '>', now());

const isRemote = ({ location }: Pick<InputRow, 'location'>): boolean => /^https?:/i.test(location ?? '');

async function copy({ files }: ServiceContext, location: string, id: string, filename: string): Promise<string> {
  try {
    return await files.copy(location, id, filename);
  } catch (error) {
    if (error instanceof ServiceError) throw wrongSource('The file of the id in source is not there any more.');
    throw error;
  }
}

/** Error for a source that does not match its type. */
export const wrongSource = (message: string): ServiceError =>
  new ServiceError('invalid_request', message, { errors: { source: 'is not usable for this type of input' } });
