import { isIP } from 'node:net';
import { type CloudFields, type CloudFile, type CloudProvider, FieldError } from './contract.ts';
import type { CloudSubject } from './errors.ts';
import { filePath, given } from './fields.ts';
import type { FtpServer } from './ftp-connection.ts';

const PORT = 21;
const PORT_OF_IMPLICIT_TLS = 990;

/** An FTP server, with or without TLS. */
export const ftpServer: CloudProvider = {
  title: 'FTP',
  parameters: {
    host: { required: true, description: 'Name or address of the server' },
    file: {
      required: true,
      description: 'Path of the file: from the folder that the user begins in, unless it begins with a slash',
    },
    port: { description: `${PORT} if left out` },
    tls: {
      description:
        '`explicit`, or left out: the connection is encrypted, or fails; `implicit`: it is from its first byte; `none`: user name, password and file are sent as they are',
    },
  },
  credentials: {
    username: { required: true, description: 'User name' },
    password: { required: true, description: 'Password' },
  },
  open(parameters, credentials): CloudFile {
    const server = serverOf(parameters, credentials);
    const file = given(parameters, 'file');
    const path = (file.startsWith('/') ? '/' : '') + filePath(file, 'parameters.file').join('/');
    const subject: CloudSubject = {
      title: 'The FTP server',
      label: JSON.stringify(path),
      parameters: 'parameters.file',
      credentials: 'credentials.username and credentials.password',
    };
    return {
      async fetch(target, options) {
        const { fetchByFtp } = await import('./ftp-fetch.ts');
        return fetchByFtp(server, path, target, options, subject);
      },
      async put(content, size, options) {
        const { putByFtp } = await import('./ftp-put.ts');
        await putByFtp(server, path, { content, size }, options, subject);
      },
    };
  },
};

function serverOf(parameters: CloudFields, credentials: CloudFields): FtpServer {
  const { tls = 'explicit' } = parameters;
  if (tls !== 'explicit' && tls !== 'implicit' && tls !== 'none') {
    throw new FieldError('parameters.tls', 'must be explicit, implicit or none');
  }
  const port = Number(parameters.port ?? (tls === 'implicit' ? PORT_OF_IMPLICIT_TLS : PORT));
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new FieldError('parameters.port', 'is not a port number');
  const username = given(credentials, 'username');
  const password = given(credentials, 'password');
  // A line break would begin another command.
  if (/[\r\n]/.test(username)) throw new FieldError('credentials.username', 'has a line break');
  if (/[\r\n]/.test(password)) throw new FieldError('credentials.password', 'has a line break');
  return { host: hostOf(given(parameters, 'host')), port, tls, username, password };
}

/** Returns the name or address only: clients also send `ftp://host/`. Throws FieldError. */
function hostOf(text: string): string {
  const host = text
    .replace(/^ftps?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 || /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i.test(host)) return host.toLowerCase();
  throw new FieldError('parameters.host', 'is not the name or address of a server; the port goes into parameters.port');
}
