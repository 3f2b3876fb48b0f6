import type { Broker } from '../../test/support/rabbitmq.ts';

/** Returns queues that have messages, including delivered ones: name → number. Asks the broker, which takes a second or more. */
export async function waitingMessages(broker: Broker): Promise<Map<string, number>> {
  const lines = (await broker.ctl('list_queues', 'name', 'messages', '--no-table-headers')).trim().split('\n');
  const counts = lines
    .map((line) => line.split('\t'))
    .map(([name = '', messages]) => [name, Number(messages)] as const);
  return new Map(counts.filter(([, messages]) => messages > 0));
}

/** Describes the messages of `waitingMessages`. */
export const inWords = (queues: ReadonlyMap<string, number>): string =>
  [...queues].map(([name, messages]) => `${messages} in ${name}`).join(', ');
