import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { FieldError } from '../../files/cloud/contract.ts';
import {
  DELIVERY_STORAGES,
  knownCredentials,
  openCloudFile,
  requireStorage,
  type StorageName,
} from '../../files/cloud/providers.ts';
import type { OptionValues } from '../../task/types.ts';
import type { ServiceContext } from '../context.ts';
import { fromJson, toJson } from '../database/columns.ts';
import type { Transact } from '../database/open.ts';
import type { OutputTargetRow } from '../database/tables.ts';
import type { OutputTargetBody } from '../documents/conversion-schemas.ts';
import { refusedField, ServiceError } from '../errors.ts';
import { targetCredentials } from '../secrets/sealed-columns.ts';
import { deliveryNames } from './names.ts';

/** Storages of the interface that outputs are not delivered to, with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  gdrive:
    'Outputs are not delivered to Google Drive: that needs an application registered with Google, to which each user gives access. Use googlecloud, or download the outputs.',
  youtube:
    'Outputs are not delivered to YouTube: it takes videos, which are not made here, from applications that Google has approved. Download the outputs.',
};

/** Stands for any output: whether a place for files is valid can be checked without the outputs. */
const ANY_NAME = ['output'];

interface CheckedTarget {
  readonly type: StorageName;
  readonly parameters: OptionValues;
  readonly credentials: OptionValues;
}

/** Returns the parameters of a target with the name of a file in place of their own. */
export const parametersOf = (parameters: OptionValues, name: string): OptionValues => ({ ...parameters, file: name });

/** Returns `parameters.file` as a text; empty if it is left out. */
export const fileOf = ({ file }: OptionValues): string => (typeof file === 'string' ? file : '');

/**
 * Replaces the targets of a conversion of an open job. A target without credentials, as documents show it, keeps those of the stored target
 * at its position if nothing else of it changes.
 * @throws ServiceError 400 that names the field
 */
export async function replaceTargets(
  transact: Transact,
  context: Pick<ServiceContext, 'secrets' | 'now'>,
  ids: { readonly jobId: string; readonly conversionId: string },
  bodies: readonly OutputTargetBody[],
): Promise<OutputTargetRow[]> {
  const stored = await targetsOf(transact, ids.conversionId);
  const rows = newTargets(context, ids, bodies, stored);
  if (stored.length > 0)
    await transact.deleteFrom('output_targets').where('conversion_id', '=', ids.conversionId).execute();
  if (rows.length > 0) await transact.insertInto('output_targets').values(rows).execute();
  return rows;
}

/**
 * Makes the rows of the targets of a conversion.
 * @param stored the present ones @throws ServiceError 400 that names the field
 */
export function newTargets(
  { secrets, now }: Pick<ServiceContext, 'secrets' | 'now'>,
  { jobId, conversionId }: { readonly jobId: string; readonly conversionId: string },
  bodies: readonly OutputTargetBody[],
  stored: readonly OutputTargetRow[],
): OutputTargetRow[] {
  const time = now();
  return bodies.map((body, position): OutputTargetRow => {
    const before = stored[position];
    const kept = before !== undefined && isShown(body, before) ? before : null;
    const credentials =
      kept?.credentials == null ? givenCredentials(body) : targetCredentials.open(secrets, kept.id, kept.credentials);
    const target = checkTarget(body, credentials, `output_target.${position}`);
    const id = randomUUID();
    return {
      id,
      job_id: jobId,
      conversion_id: conversionId,
      position,
      type: target.type,
      parameters: toJson(target.parameters),
      credentials: targetCredentials.seal(secrets, id, target.credentials),
      status: 'waiting',
      delivered: toJson([]),
      attempt: 0,
      losses: 0,
      retries: 0,
      next_at: null,
      lease_owner: null,
      lease_until: 0,
      created_at: time,
      modified_at: time,
    };
  });
}

/** Returns the targets of some conversions; those of each are in order. */
export function targetsOf(
  db: ServiceContext['db'] | Transact,
  ...conversionIds: readonly string[]
): Promise<OutputTargetRow[]> {
  return db
    .selectFrom('output_targets')
    .selectAll()
    .where('conversion_id', 'in', conversionIds)
    .orderBy('conversion_id')
    .orderBy('position')
    .execute();
}

/** Whether a target is the stored one, sent back as a document shows it. */
const isShown = (body: OutputTargetBody, row: OutputTargetRow): boolean =>
  Object.keys(givenCredentials(body)).length === 0 &&
  body.type === row.type &&
  isDeepStrictEqual(body.parameters ?? {}, fromJson(row.parameters));

const givenCredentials = ({ credentials }: OutputTargetBody): OptionValues =>
  credentials && !Array.isArray(credentials) ? credentials : {};

function checkTarget(body: OutputTargetBody, credentials: OptionValues, path: string): CheckedTarget {
  const { type, parameters = {} } = body;
  const reason = Object.hasOwn(REFUSED, type) ? REFUSED[type] : undefined;
  if (reason !== undefined) {
    throw new ServiceError('not_supported', reason, { errors: { [`${path}.type`]: `must not be ${type}` } });
  }
  try {
    const storage = requireStorage(type, 'type', DELIVERY_STORAGES);
    if (parameters.file !== undefined && parameters.file !== null && typeof parameters.file !== 'string') {
      throw new FieldError('parameters.file', 'must be a text');
    }
    const [name = ''] = deliveryNames(fileOf(parameters), ANY_NAME);
    openCloudFile(storage, parametersOf(parameters, name), credentials);
    return { type: storage, parameters, credentials: knownCredentials(storage, credentials) };
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw refusedField(`${path}.${error.field}`, error.problem, 'The outputs cannot be delivered so');
  }
}
