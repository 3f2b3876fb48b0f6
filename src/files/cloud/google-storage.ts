import { type CloudFields, type CloudProvider, FieldError } from './contract.ts';
import { type CloudSubject, statusError } from './errors.ts';
import { below, filePath, given, serverUrl } from './fields.ts';
import { accessToken, readServiceAccount } from './google-token.ts';
import { download, inSession, send, sessionOf } from './http.ts';

const SERVER = 'https://storage.googleapis.com';
const READ = 'https://www.googleapis.com/auth/devstorage.read_only';
const WRITE = 'https://www.googleapis.com/auth/devstorage.read_write';

/** Google Cloud Storage, through its JSON API. */
export const googleStorage: CloudProvider = {
  title: 'Google Cloud Storage',
  parameters: {
    projectid: { description: 'Taken for compatibility; the name of a bucket is enough' },
    bucket: { required: true, description: 'Name of the bucket' },
    file: { required: true, description: 'Name of the object' },
    host: { description: `A server other than ${SERVER}` },
  },
  credentials: {
    keyfile: { required: true, description: 'The JSON text of a service account’s key file' },
  },
  open(parameters, credentials) {
    const account = readServiceAccount(given(credentials, 'keyfile'), 'credentials.keyfile');
    const server = serverUrl(parameters.host ?? SERVER, 'parameters.host');
    const bucket = bucketOf(parameters);
    const name = filePath(given(parameters, 'file'), 'parameters.file').join('/');
    const subject: CloudSubject = {
      title: 'Google Cloud Storage',
      label: `${JSON.stringify(name)} in bucket ${JSON.stringify(bucket)}`,
      parameters: 'parameters.bucket and parameters.file',
      credentials: 'credentials.keyfile',
    };
    return {
      async fetch(path, options) {
        const token = await inSession(sessionOf(options), (session) => accessToken(account, READ, session, subject));
        const url = below(server, 'storage', 'v1', 'b', bucket, 'o', name);
        url.search = 'alt=media';
        const fetched = await download({ url, authorization: `Bearer ${token}` }, path, options, subject);
        return { ...fetched, filename: name.split('/').at(-1) ?? null };
      },
      put: (content, size, options) =>
        inSession(sessionOf(options), async (session) => {
          const token = await accessToken(account, WRITE, session, subject);
          const url = below(server, 'upload', 'storage', 'v1', 'b', bucket, 'o');
          url.search = new URLSearchParams({ uploadType: 'media', name }).toString();
          const headers = {
            authorization: `Bearer ${token}`,
            'content-type': options.contentType,
            'content-length': String(size),
          };
          const { status } = await send({ method: 'POST', url, headers, body: content }, session, subject);
          if (status !== 200) throw statusError(status, subject);
        }),
    };
  },
};

function bucketOf(parameters: CloudFields): string {
  const bucket = given(parameters, 'bucket');
  // https://cloud.google.com/storage/docs/buckets#naming
  if (!/^[a-z\d][a-z\d._-]{1,220}[a-z\d]$/.test(bucket) || bucket.includes('..')) {
    throw new FieldError('parameters.bucket', 'is not the name of a bucket');
  }
  return bucket;
}
