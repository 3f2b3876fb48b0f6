import { HEADERS } from './messages.ts';
import type { OutgoingMessage, Publisher } from './publisher.ts';
import { DEAD_LETTER_QUEUE } from './topology.ts';

/** Stores a message unchanged where the operator finds it. Throws PublishError. */
export async function publishDeadLetter(
  publisher: Publisher,
  { body, messageId, type, headers }: Pick<OutgoingMessage, 'body' | 'messageId' | 'type' | 'headers'>,
  reason: string,
): Promise<void> {
  await publisher.publish({
    exchange: '',
    routingKey: DEAD_LETTER_QUEUE,
    body,
    messageId,
    type,
    headers: { ...headers, [HEADERS.reason]: reason },
  });
}
