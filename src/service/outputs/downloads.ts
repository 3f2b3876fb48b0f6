import { timingSafeEqualTexts } from '../../util/timing-safe-equal.ts';
import type { ServiceContext } from '../context.ts';
import type { JobRow, OutputRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { isOutputId } from '../ids.ts';
import type { LinkedOutput } from '../keys/lookups.ts';
import { downloadPasswords } from '../secrets/sealed-columns.ts';
import { isFinal } from '../states.ts';
import { earlierNames, outputsOf } from './outputs.ts';

/** Guesses that one request may make. */
const MAX_PASSWORDS = 20;

/**
 * The output that a download link names. The link is the credential: its id is random.
 * @param filename the output's present one, or one that it had before; a link with any other is not ours to complete
 * @param passwords reads what the request offers; not called where the output needs none
 * @throws ServiceError 404; 410 where it was deleted, disabled, or its time is over; 401 where it needs a password and gets none that
 *   fits; 429 where the client has sent too many wrong ones for this output
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
 * The outputs of a job that are downloaded together, in their order; the job is one that the request may see.
 * @param passwords reads what the request offers, as for one output; each protected output needs one that fits
 * @throws ServiceError 409 while the job has not ended; 404 where it has ended without outputs; 410 where their time is over or all
 *   were deleted; 401 and 429 as of one output
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

/** What a request sends to open protected outputs. */
export interface OfferedPasswords {
  /** As `offeredPasswords` reads them. */
  readonly offered: readonly string[];
  /** Whose guesses are counted. */
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
  // Each with each: the time reveals only how many there are.
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
 * The passwords in the values of headers and cookies: each is a comma-separated list (docs/interface.md, Access), and may also be one password
 * with commas.
 */
export function offeredPasswords(values: readonly string[]): string[] {
  const all = values.flatMap((value) => [value, ...value.split(','), ...value.split(',').map((each) => each.trim())]);
  return [...new Set(all)].filter((each) => each !== '').slice(0, MAX_PASSWORDS);
}
