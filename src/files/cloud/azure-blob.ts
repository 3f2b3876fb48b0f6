import { DEFAULT_FETCH_LIMITS } from '../fetch/fetch-limits.ts';
import { PART_BYTES, partsOfStream, readParts } from '../file-parts.ts';
import { AZURE_VERSION, type BlobAccess, blobSignature } from './azure-sas.ts';
import { type CloudFields, type CloudProvider, FieldError } from './contract.ts';
import { type CloudSubject, statusError } from './errors.ts';
import { below, filePath, given, serverUrl } from './fields.ts';
import { download, inSession, send, sessionOf } from './http.ts';

const MINUTE_MS = 60_000;
/** How long a signature for writing is valid, ms; a delivery must have ended by then. */
const WRITE_MS = 24 * 60 * MINUTE_MS;

/** Azure Blob Storage. */
export const azureBlob: CloudProvider = {
  title: 'Azure Blob Storage',
  parameters: {
    container: { required: true, description: 'Name of the container' },
    file: { required: true, description: 'Name of the blob' },
    host: { description: 'The blob endpoint, where it is not https://<account>.blob.core.windows.net' },
  },
  credentials: {
    accountname: { required: true, description: 'Name of the storage account' },
    accountkey: { required: true, description: 'One of its two keys, base64' },
  },
  open(parameters, credentials) {
    const access = accessOf(parameters, credentials);
    const { host } = parameters;
    const server = serverUrl(
      host ?? `https://${access.account}.blob.core.windows.net`,
      host === undefined ? 'credentials.accountname' : 'parameters.host',
    );
    const subject: CloudSubject = {
      title: 'Azure Blob Storage',
      label: `${JSON.stringify(access.blob)} in container ${JSON.stringify(access.container)}`,
      parameters: 'parameters.container and parameters.file',
      credentials: 'credentials.accountname and credentials.accountkey',
    };
    const signed = (permissions: 'r' | 'cw', milliseconds: number, more: Record<string, string> = {}): URL => {
      const url = below(server, access.container, ...access.blob.split('/'));
      const query = blobSignature(access, permissions, Date.now() + milliseconds);
      for (const [name, value] of Object.entries(more)) query.set(name, value);
      url.search = query.toString();
      return url;
    };
    return {
      fetch(path, options) {
        const { totalMs } = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
        return download({ url: signed('r', totalMs + MINUTE_MS) }, path, options, subject);
      },
      put: (content, size, options) =>
        inSession(sessionOf(options), async (session) => {
          const put = async (more: Record<string, string>, headers: Record<string, string>, body: Buffer | string) => {
            const { status } = await send(
              {
                method: 'PUT',
                url: signed('cw', WRITE_MS, more),
                headers: { 'x-ms-version': AZURE_VERSION, ...headers },
                body,
              },
              session,
              subject,
            );
            if (status !== 201) throw statusError(status, subject);
          };
          const blocks: string[] = [];
          for await (const { number, bytes, md5, release } of readParts(partsOfStream(content), size)) {
            const digest = { 'content-md5': md5.toString('base64') };
            if (size <= PART_BYTES) {
              const headers = { 'x-ms-blob-type': 'BlockBlob', 'x-ms-blob-content-type': options.contentType };
              return put({}, { ...digest, ...headers }, bytes);
            }
            // Azure requires ids of equal length.
            const id = Buffer.from(String(number).padStart(8, '0')).toString('base64');
            await put({ comp: 'block', blockid: id }, digest, bytes);
            blocks.push(id);
            release();
          }
          // This request creates or replaces the blob.
          const list = blocks.map((id) => `<Latest>${id}</Latest>`).join('');
          const body = `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`;
          await put({ comp: 'blocklist' }, { 'x-ms-blob-content-type': options.contentType }, body);
        }),
    };
  },
};

function accessOf(parameters: CloudFields, credentials: CloudFields): BlobAccess {
  const account = given(credentials, 'accountname');
  if (!/^[a-z\d][a-z\d-]{1,62}$/.test(account)) {
    throw new FieldError('credentials.accountname', 'is not the name of a storage account');
  }
  const text = given(credentials, 'accountkey').trim();
  const key = Buffer.from(text, 'base64');
  if (key.length === 0 || key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) {
    throw new FieldError('credentials.accountkey', 'is not base64');
  }
  const container = given(parameters, 'container');
  // https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata
  if (!/^(\$root|\$web|[a-z\d](?:-?[a-z\d]){2,62})$/.test(container)) {
    throw new FieldError('parameters.container', 'is not the name of a container');
  }
  const blob = filePath(given(parameters, 'file'), 'parameters.file').join('/');
  return { account, key, container, blob };
}
