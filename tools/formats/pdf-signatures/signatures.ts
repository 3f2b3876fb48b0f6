import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { loadedPackage } from '../../../src/process/packages.ts';
import { createProcessPool } from '../../../src/process/pool/process-pool.ts';
import type { ProgramDescription } from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { drawSignature } from './appearance.ts';
import {
  type AttachJob,
  type AttachResult,
  OUTPUT,
  type Prepared,
  type SignatureJob,
  type Signing,
  type SignJob,
  type SignResult,
} from './job.ts';
import type { SignatureReport } from './report.ts';
import { requestTimeStamp } from './time-stamp-server.ts';

/* Signatures of PDFs: they are made, and checked, by a process of their own, which has no network. */

const GiB = 1024 ** 3;

const PACKAGES = ['@libpdf/core', 'pkijs'] as const;

/** A document is compared with itself as it was at each signature. */
const TIMEOUT_MS = 5 * 60_000;

/** A process for each job: it has a private key in its memory. */
const pool = createProcessPool({
  name: 'PDF signatures',
  mode: 'cold',
  size: availableParallelism(),
  command: {
    path: process.execPath,
    args: [installed('tools/formats/pdf-signatures/worker/worker-process.ts')],
    readable: INSTALLATION,
    limits: { memoryBytes: 3 * GiB, fileBytes: 2 * GiB },
  },
});

/** What a signature says, and how it is seen. */
export interface Signature extends Signing {
  readonly reason: string | null;
  readonly location: string | null;
  readonly contact: string | null;
  /** Server of time stamps (RFC 3161); null: none is asked. */
  readonly timeStampServer: URL | null;
}

/**
 * Signs a PDF by PAdES B-B, or B-T with a time stamp: the signature is written after its bytes, so that earlier signatures hold.
 * @returns path of the signed file, in a new folder
 * @throws ConversionError `option_invalid` for a key, field or place that does not fit, or a time stamp that is not given; `input_damaged`
 */
export async function signPdf(signature: Signature, work: PdfWork): Promise<string> {
  const { reason, location, contact, timeStampServer, ...signing } = signature;
  const time = Date.now();
  const { context } = work;
  const readable = [signing.source, signing.key.path];
  const { signer, size } = await request<Prepared>({ action: 'prepare', ...signing, time }, readable, null, context);
  const appearance = size && (await drawSignature({ signer, time, reason, location }, size, work));
  const texts = { reason, location, contact };
  const job: SignJob = { action: 'sign', ...signing, ...texts, time, appearance, isStamped: timeStampServer !== null };
  const folder = await work.newFolder();
  const signed = [...readable, ...(appearance === null ? [] : [appearance])];
  const { request: asked, contents } = await request<SignResult>(job, signed, folder, context);
  const path = join(folder, OUTPUT);
  if (asked === null || timeStampServer === null) return path;
  const response = await requestTimeStamp(timeStampServer, Buffer.from(asked, 'base64'), context);
  const stamped = await work.newFolder();
  const answer = { request: asked, response: response.toString('base64') };
  await request({ action: 'stamp', source: path, contents, ...answer }, [path], stamped, context);
  return join(stamped, OUTPUT);
}

/**
 * Attaches files after the bytes of a PDF, so that its signatures hold. Returns a name that is taken, in which case nothing is written; else
 * null. Throws ConversionError `input_damaged`.
 */
export async function attachSigned(
  source: string,
  folder: string,
  files: AttachJob['files'],
  context: WorkContext,
): Promise<string | null> {
  const readable = [source, ...files.map(({ path }) => path)];
  const job: AttachJob = { action: 'attach', source, files, time: Date.now() };
  return (await request<AttachResult>(job, readable, folder, context)).taken;
}

/** Checks the signatures of a PDF as it is, encrypted or not. Throws ConversionError `input_*`, and `option_invalid` for trusted files. */
export async function checkSignatures(
  { path, password }: { readonly path: string; readonly password: string | null },
  trusted: readonly { readonly path: string; readonly filename: string }[],
  context: WorkContext,
): Promise<SignatureReport> {
  const files = trusted.map(({ path: file, filename }) => ({ path: file, filename }));
  const readable = [path, ...files.map((each) => each.path)];
  return request({ action: 'check', source: path, password, trusted: files }, readable, null, context);
}

function request<Result>(
  job: SignatureJob,
  readable: readonly string[],
  folder: string | null,
  { signal }: Pick<WorkContext, 'signal'>,
): Promise<Result> {
  const output = folder === null ? {} : { outputFolder: folder };
  return pool.request<Result>({ ...job }, { readable, ...output, signal, timeoutMs: TIMEOUT_MS });
}

/** Describes the packages for `convertd doctor`. */
export function describeSignatures(neededFor: readonly string[]): Promise<ProgramDescription[]> {
  return Promise.all(
    PACKAGES.map(async (name) => ({
      name,
      ...(await loadedPackage(name)),
      package: `${name} (npm)`,
      need: 'optional' as const,
      neededFor,
    })),
  );
}

/** Ends the processes that run. */
export const closeSignaturePools = (): Promise<void> => pool.close();
