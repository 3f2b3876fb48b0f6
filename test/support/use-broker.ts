import { afterAll, beforeAll } from 'vitest';
import { type Broker, type BrokerOptions, startBroker } from './rabbitmq.ts';

/**
 * One broker for all tests of a file, started before the first and stopped after the last:
 *
 *     const broker = useBroker();
 *     test('…', async () => { const connection = await connect(broker().url); … });
 *
 * Test files run in parallel and share nothing; tests of one file share its queues, so each uses names of its own.
 */
export function useBroker(options: BrokerOptions = {}): () => Broker {
  let broker: Broker | undefined;
  beforeAll(async () => {
    broker = await startBroker(options);
  });
  afterAll(() => broker?.stop());
  return () => {
    if (broker === undefined) throw new Error('useBroker: the broker runs only inside tests');
    return broker;
  };
}
