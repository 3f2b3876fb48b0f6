import { afterAll, beforeAll } from 'vitest';
import { observeS3, type S3Observer } from './s3-observer.ts';
import { type S3Server, startS3Server } from './s3-server.ts';

export interface TestS3 {
  readonly server: S3Server;
  readonly observer: S3Observer;
}

/**
 * One S3 server with empty buckets for all tests of a file, and the environment of this process set to it:
 *
 *     const s3 = useS3('outputs');
 *     test('…', async () => { await s3.observer.put('outputs', 'a', 'text'); … });
 */
export function useS3(...buckets: readonly string[]): TestS3 {
  let running: TestS3 | undefined;
  beforeAll(async () => {
    const server = await startS3Server();
    Object.assign(process.env, server.env);
    running = { server, observer: await observeS3(server) };
    for (const bucket of buckets) await running.observer.makeBucket(bucket);
  });
  afterAll(() => running?.server.stop());
  const started = (): TestS3 => {
    if (running === undefined) throw new Error('useS3: the server runs only inside tests');
    return running;
  };
  return {
    get server() {
      return started().server;
    },
    get observer() {
      return started().observer;
    },
  };
}
