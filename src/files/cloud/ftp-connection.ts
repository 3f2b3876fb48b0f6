import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { Client, FTPError } from 'basic-ftp';
import { ConversionError } from '../../task/errors.ts';
import type { AddressGuard } from '../fetch/address-guard.ts';
import { AddressRefusedError, guardedLookup, type Resolver, systemResolver } from '../fetch/guarded-connector.ts';
import { CloudError, type CloudSubject, networkError } from './errors.ts';

export interface FtpServer {
  readonly host: string;
  readonly port: number;
  readonly tls: 'explicit' | 'implicit' | 'none';
  readonly username: string;
  readonly password: string;
}

export interface FtpNetwork {
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
  /** Longest wait for an answer or for the next bytes, milliseconds. */
  readonly idleMs: number;
  readonly resolve?: Resolver;
}

/** Replies that refuse AUTH TLS: those of RFC 4217 4.1, and of servers that do not know the command. */
const NO_TLS: ReadonlySet<number> = new Set([431, 500, 502, 503, 504, 530, 534]);
const NOT_LOGGED_IN = 530;
const NO_SUCH_FILE = 550;

/**
 * Calls `work` with a connection that is logged in, and closes it afterwards. The guard checks the address of the connection. All transfers
 * are passive and go to the same address, whatever the server says.
 * @throws CloudError, other errors of `work`; the signal's reason if it was aborted
 */
export async function withFtp<Result>(
  server: FtpServer,
  network: FtpNetwork,
  subject: CloudSubject,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { guard, signal, idleMs, resolve = systemResolver } = network;
  signal.throwIfAborted();
  const client = new Client(idleMs, { allowSeparateTransferHost: false });
  const stop = () => client.close();
  signal.addEventListener('abort', stop);
  try {
    await logIn(client, server, await allowedAddress(server, guard, resolve), subject);
    return await work(client);
  } catch (error) {
    signal.throwIfAborted();
    throw ftpError(error, subject);
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

async function logIn(client: Client, server: FtpServer, address: string, subject: CloudSubject): Promise<void> {
  const { host, port, tls, username, password } = server;
  // Only the address: a name would be looked up again, without the guard. The certificate is still checked against the name.
  const secureOptions = { host: address, ...(isIP(host) === 0 && { servername: host }) };
  try {
    if (tls === 'implicit') await client.connectImplicitTLS(address, port, secureOptions);
    else await client.connect(address, port);
    if (tls === 'explicit') await client.useTLS(secureOptions);
  } catch (error) {
    if (!(error instanceof FTPError) || tls !== 'explicit' || !NO_TLS.has(error.code)) throw error;
    const reason =
      'The FTP server offers no encryption. To send user name, password and file as they are, set parameters.tls to none.';
    throw new CloudError('rejected', subject, { reason, cause: error });
  }
  try {
    await client.sendIgnoringError('OPTS UTF8 ON');
    await client.login(username, password);
    await client.useDefaultSettings();
  } catch (error) {
    if (error instanceof FTPError && error.code === NOT_LOGGED_IN)
      throw new CloudError('credentials', subject, { cause: error });
    throw error;
  }
}

function allowedAddress({ host, port }: FtpServer, guard: AddressGuard, resolve: Resolver): Promise<string> {
  const refusal = (address: string): string | null => guard.refusal(address, { host, port });
  if (isIP(host) !== 0) {
    const refused = refusal(host);
    return refused === null ? Promise.resolve(host) : Promise.reject(new AddressRefusedError(refused));
  }
  return new Promise((done, fail) => {
    guardedLookup(resolve, refusal)(host, { all: false }, (error, address: string | LookupAddress[]) => {
      if (error !== null) fail(error);
      else done(typeof address === 'string' ? address : (address[0]?.address ?? ''));
    });
  });
}

/** Returns the error for what the library, the network or the server's reply reports; other errors stay unchanged. */
function ftpError(thrown: unknown, subject: CloudSubject): unknown {
  if (thrown instanceof CloudError || thrown instanceof ConversionError || !(thrown instanceof Error)) return thrown;
  if (thrown instanceof FTPError) {
    const fault = thrown.code === NO_SUCH_FILE ? 'missing' : thrown.code < 500 ? 'unavailable' : 'rejected';
    // The reply is the server's text, which is only for the log.
    return new CloudError(fault, subject, { cause: thrown });
  }
  if (/^Timeout \(/.test(thrown.message)) return new CloudError('timeout', subject, { cause: thrown });
  if (/^(Server |Socket closed|Client is closed|FTP control|PASV |Can't )/.test(thrown.message)) {
    return new CloudError('unavailable', subject, { cause: thrown });
  }
  return 'code' in thrown || thrown instanceof AddressRefusedError ? networkError(thrown, subject) : thrown;
}
