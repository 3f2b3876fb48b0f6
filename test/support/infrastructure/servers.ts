import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/service/database/open.ts';
import { type Postgres, startPostgres } from '../postgres.ts';
import { makeProductionTree, type ProductionTree } from '../production-tree.ts';
import { type Broker, startBroker } from '../rabbitmq.ts';
import { type S3Keys, type S3Server, startS3Server } from '../s3-server.ts';

/** Test files that may ask for a virtual host in one run, and processes that may ask for an S3 account. */
const SHARES = 40;

/** A virtual host of the broker, with its own queues and exchanges. */
export interface VirtualHost {
  readonly name: string;
  readonly port: number;
  /** amqp:// URL with user, password and virtual host. */
  readonly url: string;
}

/** An account of the S3 server, with its own buckets. */
export interface S3Account extends S3Keys {
  readonly port: number;
}

/** What test files may request from their shared servers. Each server starts at the first request. */
export interface SharedServers {
  /** URL of an empty PostgreSQL database. */
  emptyDatabase(): Promise<string>;
  /** URL of a PostgreSQL database with the service's tables, all empty. */
  serviceDatabase(): Promise<string>;
  virtualHost(): Promise<VirtualHost>;
  /** Runs `rabbitmqctl --quiet` on the broker of the virtual hosts. @returns what it printed */
  rabbitmqctl(...args: string[]): Promise<string>;
  s3Account(): Promise<S3Account>;
  productionTree(): Promise<ProductionTree>;
}

export function createSharedServers(): { servers: SharedServers; stop(): Promise<void> } {
  const postgres = lazy(startPostgres);
  const template = lazy(async () => makeTemplate(await postgres.get()));
  const names = Array.from({ length: SHARES }, (_, index) => `file-${index + 1}`);
  const broker = lazy(() => startBroker({ virtualHosts: names }));
  const tree = lazy(makeProductionTree);
  const s3 = lazy(() => startS3Server({ accounts: SHARES }));
  let virtualHosts = 0;
  let accounts = 0;
  return {
    servers: {
      emptyDatabase: async () => (await postgres.get()).database(),
      serviceDatabase: async () => (await postgres.get()).database({ template: await template.get() }),
      virtualHost: async () => virtualHostOf(await broker.get(), nth(names, virtualHosts++)),
      rabbitmqctl: async (...args) => (await broker.get()).ctl(...args),
      productionTree: async () => (({ root, environment }) => ({ root, environment }))(await tree.get()),
      s3Account: async () => accountOf(await s3.get(), accounts++),
    },
    stop: async () => {
      await Promise.all([postgres, broker, s3, tree].map((server) => server.stop()));
    },
  };
}

interface Lazy<Server> {
  get(): Promise<Server>;
}

function lazy<Server>(start: () => Promise<Server>): Lazy<Server> & { stop(): Promise<void> } {
  let started: Promise<Server> | undefined;
  return {
    get: () => {
      started ??= start();
      return started;
    },
    stop: async () => {
      // A server that did not start has removed its files, and its caller got the error.
      const server = await started?.catch(() => undefined);
      if (isStoppable(server)) await server.stop();
    },
  };
}

const isStoppable = (server: unknown): server is { stop(): Promise<void> } =>
  typeof server === 'object' && server !== null && 'stop' in server;

/** Returns the name of a database with the service's tables and without connections. */
async function makeTemplate(postgres: Postgres): Promise<string> {
  const url = await postgres.database();
  const folder = await mkdtemp(join(tmpdir(), 'convertd-template-'));
  const { close } = await openDatabase(url, join(folder, 'unused.sqlite'));
  await close();
  await rm(folder, { recursive: true });
  return new URL(url).pathname.slice(1);
}

const virtualHostOf = ({ url, port }: Broker, name: string): VirtualHost => ({ name, port, url: `${url}/${name}` });

const accountOf = ({ endpoint, accounts }: S3Server, index: number): S3Account => ({
  port: Number(new URL(endpoint).port),
  ...nth(accounts, index),
});

function nth<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`the ${items.length} that were prepared are used up; raise SHARES`);
  return item;
}
