import { afterAll, beforeAll } from 'vitest';
import { ask } from './infrastructure/ask.ts';
import { observeS3, type S3Observer } from './s3-observer.ts';
import { environmentOf, type S3Access } from './s3-server.ts';
import { startProxy } from './tcp-proxy.ts';

export interface TestS3 {
  readonly server: TestS3Server;
  readonly observer: S3Observer;
}

/** An account of the S3 server that all test files share, behind an address that only this process uses. */
export interface TestS3Server extends S3Access {
  /** What a process needs in its environment to use this server by default. */
  readonly env: Readonly<Record<string, string>>;
  /** Refuses connections from now on, only for this process. */
  takeDown(): Promise<void>;
  /** Serves again after `takeDown`, on the same port. */
  bringUp(): Promise<void>;
}

/** Kept for all files of this process, because the client in our code keeps its first address and keys. */
let reached: Promise<TestS3Server> | undefined;

async function reachServer(): Promise<TestS3Server> {
  const { port, ...keys } = await ask('s3Account');
  const proxy = await startProxy(port);
  const access = { endpoint: `http://127.0.0.1:${proxy.port}`, ...keys };
  return { ...access, env: environmentOf(access), takeDown: () => proxy.cut(), bringUp: () => proxy.heal() };
}

/**
 * Empty buckets for all tests of a file, and the environment of this process set to their server:
 *
 *     const s3 = useS3('outputs');
 *     test('…', async () => { await s3.observer.put('outputs', 'a', 'text'); … });
 */
export function useS3(...buckets: readonly string[]): TestS3 {
  let running: TestS3 | undefined;
  const before = new Map<string, string | undefined>();
  beforeAll(async () => {
    reached ??= reachServer();
    const server = await reached;
    for (const [name, value] of Object.entries(server.env)) {
      before.set(name, process.env[name]);
      process.env[name] = value;
    }
    running = { server, observer: await observeS3(server) };
    for (const bucket of buckets) await running.observer.makeBucket(bucket);
  });
  afterAll(async () => {
    for (const bucket of buckets) await running?.observer.removeBucket(bucket);
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
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
