import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import type { Transact } from '../database/open.ts';
import type { InputRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import type { InputBody } from '../http/schemas.ts';
import { inputPurpose } from './settle-open-job.ts';

/** Adds an input to an open job. The caller settles the job afterwards. Throws ServiceError 400, 402. */
export async function addInput(
  transact: Transact,
  { secrets, now }: ServiceContext,
  jobId: string,
  body: InputBody,
): Promise<InputRow> {
  const type = body.type ?? 'remote';
  if (type !== 'remote')
    throw new ServiceError('invalid', `Inputs of type ${type} cannot be added here.`, { errors: { type } });
  const source = remoteSource(body.source);
  const id = randomUUID();
  const time = now();
  const { count } = await transact
    .selectFrom('inputs')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  const password =
    body.credentials && !Array.isArray(body.credentials) ? body.credentials.decrypt_password || null : null;
  const row: InputRow = {
    id,
    job_id: jobId,
    position: Number(count),
    type,
    source,
    status: 'ready',
    engine: body.engine ?? 'auto',
    options: JSON.stringify(body.options ?? {}),
    parameters: JSON.stringify(body.parameters ?? {}),
    metadata: JSON.stringify(body.metadata ?? {}),
    filename: body.filename ?? '',
    size: null,
    hash: null,
    content_type: null,
    location: source,
    secret: password === null ? null : secrets.seal(password, inputPurpose(id)),
    upload_uuid: null,
    created_at: time,
    modified_at: time,
  };
  await transact.insertInto('inputs').values(row).execute();
  return row;
}

/** Users name web addresses only: a worker's own files and buckets are none of their business. */
function remoteSource(source: string | undefined): string {
  const url = source !== undefined && URL.canParse(source) ? new URL(source) : null;
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return source ?? '';
  throw new ServiceError('invalid', 'A remote input needs a source: an https:// or http:// URL.', {
    errors: { source: 'must be an https:// or http:// URL' },
  });
}
