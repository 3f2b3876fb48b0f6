import { ConversionError, mayPass } from '../task/errors.ts';

/**
 * What an infrastructure error means for the work that met it. `retry`: the database, broker, store or network is away, full or
 * read-only, and the same call may succeed later. `fatal`: no such call succeeds before an operator acts, for example because of a wrong
 * password. The work is not at fault and waits too. `reject`: the call itself is wrong and will fail again.
 */
export type FailureKind = 'retry' | 'reject' | 'fatal';

/**
 * Classifies an error of a call to the infrastructure. An unknown error is a `reject`: it is a defect of the program, which will occur
 * again and must not block the work behind it.
 */
export function classifyFailure(error: unknown): FailureKind {
  if (error instanceof ConversionError) return mayPass(error) ? 'retry' : 'reject';
  const { code, errcode, $metadata, cause } = (error ?? {}) as Partial<Failure>;
  if (typeof errcode === 'number') return SQLITE.get(errcode & 0xff) ?? 'reject';
  if (typeof code === 'string') {
    if (CERTIFICATE.test(code)) return 'fatal';
    const known = SYSTEM.get(code) ?? (SQLSTATE.test(code) ? ofSqlState(code) : undefined);
    if (known !== undefined) return known;
  }
  if (typeof $metadata?.httpStatusCode === 'number') return ofHttpStatus($metadata.httpStatusCode);
  if (isConnectionLoss(error)) return 'retry';
  return cause instanceof Error ? classifyFailure(cause) : 'reject';
}

/** Properties that libraries add to an Error: Node and pg a `code`, node:sqlite an `errcode`, the AWS SDK `$metadata`. */
interface Failure {
  readonly code: unknown;
  readonly errcode: unknown;
  readonly $metadata: { readonly httpStatusCode?: number };
  readonly cause: unknown;
}

/** pg and amqplib report a lost connection in the message only. */
const CONNECTION_LOSS =
  /^(Connection (terminated|closed|closing)|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed)|Channel (ended|closed|closing))/i;

const isConnectionLoss = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'PublishError' || CONNECTION_LOSS.test(error.message));

/** Codes of OpenSSL and Node if the peer's certificate is not trusted, for example because it has expired. */
const CERTIFICATE = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Classes and codes of PostgreSQL's appendix "Error Codes" after which the same statement may succeed. */
const SQL_RETRY: readonly string[] = [
  '08', // connection
  '25006', // read_only_sql_transaction: a standby, or a primary that an operator has stopped writing to
  '25P03', // idle_in_transaction_session_timeout
  '40', // rollback: serialization failure, deadlock
  '53', // resources: disk full, out of memory, too many connections
  '55', // not in the state for it: locked, being altered
  '57', // operator: shutdown, restart, statement timeout
  '58', // system: I/O
];
/** The password, the database or the right to use it is wrong; the data is damaged. */
const SQL_FATAL: readonly string[] = ['28', '3D000', 'XX001', 'XX002'];

function ofSqlState(code: string): FailureKind {
  if (SQL_RETRY.some((prefix) => code.startsWith(prefix))) return 'retry';
  return SQL_FATAL.some((prefix) => code.startsWith(prefix)) ? 'fatal' : 'reject';
}

/** Primary result codes of SQLite; others are a `reject`. */
const SQLITE: ReadonlyMap<number, FailureKind> = new Map([
  [5, 'retry'], // BUSY
  [6, 'retry'], // LOCKED
  [7, 'retry'], // NOMEM
  [8, 'retry'], // READONLY
  [10, 'retry'], // IOERR
  [13, 'retry'], // FULL
  [14, 'retry'], // CANTOPEN
  [15, 'retry'], // PROTOCOL: the lock of the write-ahead log
  [11, 'fatal'], // CORRUPT
  [26, 'fatal'], // NOTADB
]);

/** Codes of the system and of Node's network modules after which the same call may succeed. */
const SYSTEM: ReadonlyMap<string, FailureKind> = new Map(
  [
    ...['EAGAIN', 'EBUSY', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EROFS', 'ESTALE', 'ETIMEDOUT'],
    ...['EADDRNOTAVAIL', 'ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN'],
    ...['ENETUNREACH', 'ENOTCONN', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ERR_SOCKET_CLOSED', 'ERR_STREAM_DESTROYED'],
  ].map((code) => [code, 'retry']),
);

function ofHttpStatus(status: number): FailureKind {
  return status >= 500 || status === 408 || status === 425 || status === 429 ? 'retry' : 'reject';
}
