import type { ErrorCode } from '../../task/codes.ts';
import { ConversionError } from '../../task/errors.ts';
import { classifyFailure } from '../fetch/fetch-errors.ts';
import { AddressRefusedError } from '../fetch/guarded-connector.ts';

/** How a message describes a file in a storage. */
export interface CloudSubject {
  /** Name of the storage, shown to people. */
  readonly title: string;
  /** The file and its place: `"a.txt" in bucket "b"`. */
  readonly label: string;
  /** Names of the parameters that may be wrong. */
  readonly parameters: string;
  /** Names of the credentials that may be wrong. */
  readonly credentials: string;
}

export type CloudFault =
  /** There is no such file, or no such bucket. */
  | 'missing'
  | 'credentials'
  /** The address guard refuses the host. */
  | 'address'
  | 'rejected'
  /** The host does not exist, or is another server than expected. A retry would fail, too. */
  | 'no_server'
  /** It may work later. */
  | 'unavailable'
  | 'timeout';

/** Why a storage did not do what it was asked. The message is for the user and holds no secret. */
export class CloudError extends Error {
  override readonly name = 'CloudError';
  readonly fault: CloudFault;

  /** @param reason sentence to use instead of the usual one for the fault */
  constructor(fault: CloudFault, subject: CloudSubject, { reason, cause }: { reason?: string; cause?: unknown } = {}) {
    super(reason ?? SENTENCES[fault](subject), { cause });
    this.fault = fault;
  }
}

const SENTENCES: Readonly<Record<CloudFault, (subject: CloudSubject) => string>> = {
  missing: ({ title, label, parameters }) => `${title} has no ${label}. Check ${parameters}.`,
  credentials: ({ title, label, credentials }) =>
    `${title} refuses access to ${label}. Check ${credentials}, that they have the right to it, and that it exists.`,
  address: ({ title, label }) =>
    `${title}: the server of ${label} has a private or reserved network address, which is not connected to. An operator can allow it.`,
  rejected: ({ title, label, parameters }) => `${title} refuses the request for ${label}. Check ${parameters}.`,
  no_server: ({ title, label }) => `${title}: there is no server for ${label}.`,
  unavailable: ({ title, label }) => `${title} cannot be reached now, or does not serve ${label} now.`,
  timeout: ({ title, label }) => `${title} did not answer in time for ${label}.`,
};

const INPUT_CODES: Readonly<Record<CloudFault, ErrorCode>> = {
  missing: 'input_not_found',
  credentials: 'input_credentials_refused',
  address: 'input_address_refused',
  rejected: 'input_download_rejected',
  no_server: 'input_download_failed',
  unavailable: 'input_download_failed',
  timeout: 'input_download_timeout',
};

const DELIVERY_CODES: Readonly<Record<CloudFault, ErrorCode>> = {
  missing: 'delivery_rejected',
  credentials: 'delivery_credentials_refused',
  address: 'delivery_address_refused',
  rejected: 'delivery_rejected',
  no_server: 'delivery_failed',
  unavailable: 'delivery_failed',
  timeout: 'delivery_failed',
};

/** Returns the error of an input that could not be fetched. */
export const inputError = (error: CloudError): ConversionError =>
  new ConversionError(INPUT_CODES[error.fault], error.message, initOf(error, 'input'));

/** Returns the error of a conversion whose output could not be delivered. */
export const deliveryError = (error: CloudError): ConversionError =>
  new ConversionError(DELIVERY_CODES[error.fault], error.message, initOf(error, 'conversion'));

const initOf = ({ fault, cause }: CloudError, source: 'input' | 'conversion') => ({
  source,
  cause,
  final: fault === 'no_server',
});

/** Returns what the status of an HTTP response means; null for success. */
export function faultOfStatus(status: number): CloudFault | null {
  if (status >= 200 && status < 300) return null;
  if (status === 404 || status === 410) return 'missing';
  if (status === 401 || status === 403) return 'credentials';
  return status >= 500 || status === 408 || status === 425 || status === 429 ? 'unavailable' : 'rejected';
}

/** Returns the error for a response without success. */
export function statusError(status: number, subject: CloudSubject): CloudError {
  const fault = faultOfStatus(status) ?? 'rejected';
  return new CloudError(fault, subject, { cause: new Error(`HTTP ${status}`) });
}

/** Returns the error for anything that the network or its libraries throw. Rethrows unknown errors: they are our defects. */
export function networkError(thrown: unknown, subject: CloudSubject): CloudError {
  if (thrown instanceof CloudError) return thrown;
  if (refusedAddress(thrown)) return new CloudError('address', subject, { cause: thrown });
  const { error } = classifyFailure(thrown, subject.label);
  const fault = error.final ? 'no_server' : error.code === 'input_download_timeout' ? 'timeout' : 'unavailable';
  return new CloudError(fault, subject, { reason: `${subject.title}: ${error.message}`, cause: thrown });
}

/** Libraries wrap what a connection throws. */
const refusedAddress = (thrown: unknown): boolean =>
  thrown instanceof AddressRefusedError || (thrown instanceof Error && thrown.cause instanceof AddressRefusedError);

/** Describes an error of a download by link with the file in the storage instead: a link shows a signature, and its host says little. */
export function downloadError(thrown: unknown, described: string, subject: CloudSubject): unknown {
  if (!(thrown instanceof ConversionError)) return thrown;
  const { code, details, final, cause } = thrown;
  const status = typeof details.status === 'number' ? details.status : null;
  switch (code) {
    case 'input_not_found':
      return new CloudError('missing', subject, { cause });
    case 'input_address_refused':
      return new CloudError('address', subject, { cause });
    case 'input_redirect_refused':
      return new CloudError('rejected', subject, { cause });
    case 'input_download_rejected':
      return status === null ? new CloudError('rejected', subject, { cause }) : statusError(status, subject);
    default: {
      const message = thrown.message.replaceAll(described, subject.label);
      return new ConversionError(code, message, { details, final, cause, ...(thrown.log && { log: thrown.log }) });
    }
  }
}
