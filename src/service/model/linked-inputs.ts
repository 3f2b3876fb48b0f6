import { safeFilename } from '../../files/filename.ts';
import type { ServiceContext } from '../context.ts';
import type { InputRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import type { InputBody } from '../http/schemas.ts';
import { isId } from './ids.ts';
import type { InputContent } from './inputs.ts';

/*
 * Inputs that are files of other jobs of the same key. The file is copied (in a folder by a second name for it, in a bucket by the
 * server: neither moves bytes through here), so each job has files of its own: one can be canceled, deleted or expire without a
 * look at the other.
 */

/** The content of an input of type `output`. Throws ServiceError 400. */
export async function copyOutput(
  context: ServiceContext,
  keyId: string,
  body: InputBody,
  id: string,
): Promise<InputContent> {
  const source = body.source ?? '';
  const output = isId(source)
    ? await context.db
        .selectFrom('outputs')
        .innerJoin('jobs', 'jobs.id', 'outputs.job_id')
        .selectAll('outputs')
        .where('outputs.id', '=', source)
        .where('jobs.key_id', '=', keyId)
        .where('jobs.expires_at', '>', context.now())
        .where('outputs.deleted_at', 'is', null)
        .where('outputs.status', '=', 'enabled')
        .executeTakeFirst()
    : undefined;
  if (output === undefined) throw wrongSource('There is no output with the id in source among the jobs of this key.');
  const { size, checksum, content_type, location } = output;
  const filename = safeFilename(body.filename || output.filename);
  return {
    type: 'output',
    source,
    status: 'ready',
    location: await copy(context, location, id, filename),
    filename,
    size,
    hash: checksum,
    content_type,
  };
}

/** The content of an input of type `input_id`. Throws ServiceError 400. */
export async function copyInput(
  context: ServiceContext,
  keyId: string,
  body: InputBody,
  id: string,
): Promise<InputContent> {
  const source = body.source ?? '';
  const input = isId(source)
    ? await context.db
        .selectFrom('inputs')
        .innerJoin('jobs', 'jobs.id', 'inputs.job_id')
        .selectAll('inputs')
        .where('inputs.id', '=', source)
        .where('jobs.key_id', '=', keyId)
        .where('jobs.expires_at', '>', context.now())
        .executeTakeFirst()
    : undefined;
  if (input === undefined) throw wrongSource('There is no input with the id in source among the jobs of this key.');
  if (input.location === null || input.status !== 'ready') {
    throw wrongSource(`The input with the id in source has no file: it is ${input.status}.`);
  }
  const { size, hash, content_type, location } = input;
  const filename = body.filename || input.filename ? safeFilename(body.filename || input.filename) : '';
  return {
    type: 'input_id',
    source,
    status: 'ready',
    // What lies on the web is fetched again by who needs it.
    location: isRemote(input) ? location : await copy(context, location, id, filename || 'file'),
    filename,
    size,
    hash,
    content_type,
  };
}

const isRemote = ({ location }: Pick<InputRow, 'location'>): boolean => /^https?:/i.test(location ?? '');

async function copy({ files }: ServiceContext, location: string, id: string, filename: string): Promise<string> {
  try {
    return await files.copy(location, id, filename, new AbortController().signal);
  } catch (error) {
    if (error instanceof ServiceError) throw wrongSource('The file of the id in source is not there any more.');
    throw error;
  }
}

/** A source that is not what its type needs. */
export const wrongSource = (message: string): ServiceError =>
  new ServiceError('invalid', message, { errors: { source: 'is not usable for this type of input' } });
