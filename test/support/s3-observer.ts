import type { S3Access } from './s3-server.ts';

/** Reads what the server stores through Swift's own interface, which the code under test does not use. */
export interface S3Observer {
  makeBucket(bucket: string): Promise<void>;
  /** Removes a bucket with its objects and parts of multipart uploads. */
  removeBucket(bucket: string): Promise<void>;
  /** Sorted keys; empty if the bucket does not exist. */
  list(bucket: string): Promise<string[]>;
  /** Keys of parts and markers of multipart uploads, including finished ones. */
  listParts(bucket: string): Promise<string[]>;
  /** Null if the object does not exist. */
  get(bucket: string, key: string): Promise<{ bytes: Buffer; headers: Headers } | null>;
  put(bucket: string, key: string, content: string | Buffer<ArrayBuffer>): Promise<void>;
}

/** Signs in to the interface (https://docs.openstack.org/api-ref/object-store/) with the keys of the S3 interface. */
export async function observeS3({ endpoint, accessKeyId, secretAccessKey }: S3Access): Promise<S3Observer> {
  const signIn = async () => {
    const headers = { 'x-storage-user': accessKeyId, 'x-storage-pass': secretAccessKey };
    const answer = await fetch(`${endpoint}/auth/v1.0`, { headers });
    const token = answer.headers.get('x-auth-token');
    const base = answer.headers.get('x-storage-url');
    if (token === null || base === null) throw new Error(`no access to Swift: HTTP ${answer.status}`);
    return { token, base };
  };
  let access = await signIn();
  const ask = async (method: string, path: string, body?: string | Buffer<ArrayBuffer>) => {
    const send = () => {
      const init = { method, headers: { 'x-auth-token': access.token }, ...(body !== undefined && { body }) };
      return fetch(`${access.base}/${path}`, init);
    };
    let response = await send();
    if (response.status === 401) {
      // The server was restarted and has forgotten the token.
      access = await signIn();
      response = await send();
    }
    if (response.status === 401 || response.status >= 500) {
      throw new Error(`Swift: HTTP ${response.status} for ${method} ${path}`);
    }
    return response;
  };
  const list = async (container: string): Promise<string[]> => {
    const response = await ask('GET', `${encodeURIComponent(container)}?format=json`);
    if (response.status === 404) return [];
    return ((await response.json()) as { name: string }[]).map(({ name }) => name);
  };
  return {
    async makeBucket(bucket) {
      await ask('PUT', bucket);
    },
    async removeBucket(bucket) {
      for (const container of [bucket, `${bucket}+segments`]) {
        for (const key of await list(container)) {
          await ask('DELETE', `${encodeURIComponent(container)}/${encodeURIComponent(key)}`);
        }
        await ask('DELETE', encodeURIComponent(container));
      }
    },
    list,
    listParts: (bucket) => list(`${bucket}+segments`),
    async get(bucket, key) {
      const response = await ask('GET', `${bucket}/${encodeURIComponent(key)}`);
      if (!response.ok) return null;
      return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
    },
    async put(bucket, key, content) {
      const { ok, status } = await ask('PUT', `${bucket}/${encodeURIComponent(key)}`, content);
      if (!ok) throw new Error(`Swift: HTTP ${status} for ${key}`);
    },
  };
}
