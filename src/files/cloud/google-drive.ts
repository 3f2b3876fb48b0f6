import { type CloudProvider, FieldError } from './contract.ts';
import { type CloudSubject, faultOfStatus, statusError } from './errors.ts';
import { below, given, serverUrl } from './fields.ts';
import { download, inSession, send, sessionOf } from './http.ts';

const SERVER = 'https://www.googleapis.com';

/** Google Drive, with the token that its picker gives to a page. Read-only. */
export const googleDrive: CloudProvider = {
  title: 'Google Drive',
  parameters: {
    file: { required: true, description: 'Id of the file' },
    host: { description: `A server other than ${SERVER}` },
  },
  credentials: {
    token: { required: true, description: 'OAuth access token of the user' },
  },
  open(parameters, credentials) {
    const id = given(parameters, 'file');
    if (!/^[\w-]{1,256}$/.test(id)) throw new FieldError('parameters.file', 'is not the id of a file');
    const token = given(credentials, 'token');
    if (!/^[\x21-\x7e]+$/.test(token)) throw new FieldError('credentials.token', 'is not an access token');
    const authorization = `Bearer ${token}`;
    const file = below(serverUrl(parameters.host ?? SERVER, 'parameters.host'), 'drive', 'v3', 'files', id);
    const asking = (query: string): URL => Object.assign(new URL(file), { search: `${query}&supportsAllDrives=true` });
    const subject: CloudSubject = {
      title: 'Google Drive',
      label: `the file ${id}`,
      parameters: 'the id in source',
      credentials: 'credentials.token (it may have expired)',
    };
    return {
      async fetch(path, options) {
        const filename = await inSession(sessionOf(options), async (session) => {
          const headers = { authorization };
          const { status, text } = await send({ method: 'GET', url: asking('fields=name'), headers }, session, subject);
          if (faultOfStatus(status) !== null) throw statusError(status, subject);
          return nameOf(text);
        });
        const fetched = await download({ url: asking('alt=media'), authorization }, path, options, subject);
        return { ...fetched, filename };
      },
      put: () => Promise.reject(new Error('outputs are not delivered to Google Drive')),
    };
  },
};

function nameOf(text: string): string | null {
  try {
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}
