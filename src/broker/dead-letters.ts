import type { ConsumeMessage } from 'amqplib';
import { HEADERS } from './messages.ts';
import type { Publisher } from './publisher.ts';
import { DEAD_LETTER_QUEUE } from './topology.ts';

/** Keeps a message as it came where the operator finds it. Throws PublishError. */
export async function publishDeadLetter(
  publisher: Publisher,
  { content, properties }: ConsumeMessage,
  reason: string,
): Promise<void> {
  await publisher.publish({
    exchange: '',
    routingKey: DEAD_LETTER_QUEUE,
    body: content,
    messageId: String(properties.messageId ?? ''),
    type: String(properties.type ?? ''),
    headers: { ...properties.headers, [HEADERS.reason]: reason },
  });
}
