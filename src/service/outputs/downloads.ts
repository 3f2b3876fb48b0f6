import { timingSafeEqualTexts } from '../../util/timing-safe-equal.ts';
import type { ServiceContext } from '../context.ts';
import type { JobRow, OutputRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { isOutputId } from '../ids.ts';
import type { LinkedOutput } from '../keys/lookups.ts';
import { downloadPasswords } from '../secrets/sealed-columns.ts';
import { isFinal } from '../states.ts';
import { earlierNames, outputsOf } from './outputs.ts';

/** Largest number of password guesses in one request. */
const MAX_PASSWORDS = 20;

/**
 * Finds the output that a download link names. The link is the credential: its id is random.
 * @param filename the output's present or an earlier name; links with any other name are refused
 * @param passwords reads the passwords of the request; not called if the output needs none
 * @throws ServiceError 404; 410 if it was deleted, disabled or has expired; 401 if it needs a password and none fits; 429 if the client has
 *   sent too many wrong ones for this output
 */
export async function requireDownload(
  context: ServiceContext,
  outputId: string,
  filename: string,
  passwords: () => OfferedPasswords,
): Promise<LinkedOutput> {
  const row = isOutputId(outputId) ? await context.lookups.output(outputId) : undefined;
  if (row === undefined || !hasHadName(row, filename)) throw new ServiceError('no_such_file', 'There is no such file.');
  if (row.expires_at === null || row.expires_at <= context.now()) {
    throw new ServiceError('download_expired', 'The time in which this file could be downloaded is over.');
  }
  if (row.deleted_at !== null || row.status === 'disabled') {
    throw new ServiceError('download_disabled', 'This file was deleted or its download disabled.');
  }
  await requirePassword(context, row, passwords);
  return row;
}

/**
 * Finds the outputs of a job that are downloaded together, in order. The request must have access to the job.
 * @param passwords reads the passwords of the request, as for one output; each protected output needs one that fits
 * @throws ServiceError 409 while the job has not ended; 404 if it has ended without outputs; 410 if they have expired or all were deleted;
 *   401 and 429 as for one output
 */
export async function requireAllDownloads(
  context: ServiceContext,
  job: JobRow,
  passwords: () => OfferedPasswords,
): Promise<OutputRow[]> {
  if (!isFinal(job.status)) {
    throw new ServiceError(
      'wrong_job_status',
      `The job is ${job.status}; its outputs can be downloaded together when it has ended.`,
    );
  }
  if (job.expires_at <= context.now()) {
    throw new ServiceError('download_expired', 'The time in which the outputs could be downloaded is over.');
  }
  const outputs = (await outputsOf(context.db, job.id)).filter(({ status }) => status === 'enabled');
  if (outputs.length === 0) {
    if (job.status === 'completed') throw new ServiceError('download_disabled', 'All outputs were deleted.');
    throw new ServiceError('no_such_output', `The job is ${job.status} and has no outputs.`);
  }
  for (const output of outputs) await requirePassword(context, output, passwords);
  return outputs;
}

/** Passwords that a request sends to open protected outputs. */
export interface OfferedPasswords {
  /** As returned by `offeredPasswords`. */
  readonly offered: readonly string[];
  /** Client whose guesses are counted. */
  readonly client: string;
}

async function requirePassword(
  context: ServiceContext,
  row: Pick<OutputRow, 'id' | 'download_passwords'>,
  read: () => OfferedPasswords,
): Promise<void> {
  const passwords = passwordsOf(row, context);
  if (passwords.length === 0) return;
  const { offered, client } = read();
  if (offered.length === 0) {
    throw new ServiceError(
      'download_password_required',
      'This file is protected: send its password in the header X-Svc-Download-Password, or in a cookie of that name in lower case.',
    );
  }
  const { downloads } = context.guesses;
  const subject = `${client} ${row.id}`;
  await downloads.refuseBeyond(subject);
  // Compares each with each, so that the time reveals only how many there are.
  const fits = passwords.flatMap((password) => offered.map((each) => timingSafeEqualTexts(each, password)));
  if (fits.includes(true)) return;
  await downloads.count(subject, offered.length);
  throw new ServiceError('download_password_wrong', 'The download password is wrong.');
}

const hasHadName = (row: Pick<OutputRow, 'filename' | 'earlier_names'>, name: string): boolean =>
  row.filename === name || earlierNames(row).includes(name);

function passwordsOf(
  { id, download_passwords }: Pick<OutputRow, 'id' | 'download_passwords'>,
  { secrets }: ServiceContext,
): string[] {
  if (download_passwords === null) return [];
  const passwords = downloadPasswords.open(secrets, id, download_passwords);
  return passwords.filter((password) => password !== '');
}

/**
 * Returns the passwords in the values of headers and cookies: each is a comma-separated list (docs/interface.md, Access), but may also be
 * one password with commas.
 */
export function offeredPasswords(values: readonly string[]): string[] {
  const all = values.flatMap((value) => [value, ...value.split(','), ...value.split(',').map((each) => each.trim())]);
  return [...new Set(all)].filter((each) => each !== '').slice(0, MAX_PASSWORDS);
}
