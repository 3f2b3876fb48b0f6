import { afterAll, beforeAll } from 'vitest';
import { ask } from './infrastructure/ask.ts';
import { type Broker, type BrokerOptions, startBroker } from './rabbitmq.ts';

/** A virtual host of the broker that all test files share. */
export interface SharedBroker {
  /** amqp:// URL with user, password and virtual host. */
  readonly url: string;
  readonly port: number;
  /** Runs a command of rabbitmqctl that takes a virtual host, e.g. `ctl('list_queues', 'name')`. Takes half a second or more. */
  ctl(command: string, ...args: string[]): Promise<string>;
  /** Deletes it, because even unused queues cost processor time. */
  remove(): Promise<void>;
}

/** Returns an unused virtual host. Only tests that kill RabbitMQ or need other settings use a separate broker. */
export async function newVirtualHost(): Promise<SharedBroker> {
  const { url, port, name } = await ask('virtualHost');
  return {
    url,
    port,
    ctl: (command, ...args) => ask('rabbitmqctl', command, '--vhost', name, ...args),
    remove: async () => void (await ask('rabbitmqctl', 'delete_vhost', name)),
  };
}

/**
 * One virtual host for all tests of a file:
 *
 *     const broker = useBroker();
 *     test('…', async () => { const connection = await connect(broker().url); … });
 *
 * Test files run in parallel and share nothing; tests of one file share its queues, so each uses its own names.
 */
export function useBroker(): () => SharedBroker {
  let broker: SharedBroker | undefined;
  beforeAll(async () => {
    broker = await newVirtualHost();
  });
  afterAll(() => broker?.remove());
  return () => {
    if (broker === undefined) throw new Error('useBroker: the virtual host is there only inside tests');
    return broker;
  };
}

/** A broker for a single file whose tests kill or pause it, or need other settings. */
export function useOwnBroker(options: BrokerOptions = {}): () => Broker {
  let broker: Broker | undefined;
  beforeAll(async () => {
    broker = await startBroker(options);
  });
  afterAll(() => broker?.stop());
  return () => {
    if (broker === undefined) throw new Error('useOwnBroker: the broker runs only inside tests');
    return broker;
  };
}
