import { startProxy } from '../../support/tcp-proxy.ts';
import type { TestS3 } from '../../support/use-s3.ts';
import type { TestStorage } from './storage.ts';

/** A bucket of `useS3`. */
export async function s3Storage({ server, observer }: TestS3, bucket: string): Promise<TestStorage> {
  const proxy = await startProxy(Number(new URL(server.endpoint).port));
  const common = { host: `http://127.0.0.1:${proxy.port}`, region: server.region };
  const credentials = { accesskeyid: server.accessKeyId, secretaccesskey: server.secretAccessKey };
  return {
    type: 'amazons3',
    describe: (file) => ({ parameters: { ...common, bucket, file }, credentials }),
    withWrongCredentials: (file) => ({
      parameters: { ...common, bucket, file },
      credentials: { ...credentials, secretaccesskey: `${server.secretAccessKey}-wrong` },
    }),
    elsewhere: (file) => ({ parameters: { ...common, bucket: 'nowhere-at-all', file }, credentials }),
    secret: server.secretAccessKey,
    write: (file, bytes) => observer.put(bucket, file, Buffer.from(bytes)),
    read: async (file) => (await observer.get(bucket, file))?.bytes ?? null,
    takeDown: proxy.cut,
    bringUp: proxy.heal,
    stall: proxy.stall,
    stop: proxy.close,
  };
}
