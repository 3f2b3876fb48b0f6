import { connect } from 'amqplib';
import { expect, it, onTestFinished } from 'vitest';
import { descendants, textsInMemory } from '../process/helpers/memory.ts';
import { useBroker } from '../support/use-broker.ts';
import { makeTask, observe, startWorker, testFolder } from './support.ts';

const broker = useBroker();

/** Returns a picture whose pixels contain the word. */
function picture(word: string): string {
  const row = word.padEnd(24, '.').repeat(8);
  return `data:image/x-portable-pixmap;base64,${Buffer.from(`P6\n64 64\n255\n${row.repeat(64)}`).toString('base64')}`;
}

/** Has a worker convert pictures of two customers, one after the other. @returns which of their words are in its processes' memory */
async function remembered(ownerOf: (word: string) => string | null): Promise<string[][]> {
  const words = ['firstcustomerword', 'secondcustomerword'];
  const observer = await observe(broker().url);
  const env = { AMQP_URL: broker().url, DATA_DIR: await testFolder(), CATEGORIES: 'image' };
  const worker = await startWorker(env);
  const connection = await connect(broker().url);
  onTestFinished(() => connection.close());
  const channel = await connection.createConfirmChannel();
  // The first job gets a separate process.
  for (const word of ['nobodysword', ...words, ...words]) {
    const task = makeTask('image', 'png', picture(word));
    const owner = ownerOf(word);
    const headers = owner === null ? {} : { 'x-convertd-owner': owner };
    channel.publish('convertd.tasks', 'image.png', Buffer.from(JSON.stringify(task)), { headers });
    await channel.waitForConfirms();
    expect(await observer.final(task.id)).toMatchObject({ status: 'completed' });
  }
  const found = [];
  for (const [pid, command] of await descendants(worker.pid)) {
    if (command.endsWith('image/worker-process.ts')) found.push(await textsInMemory(pid, words));
  }
  worker.signal('SIGTERM');
  await worker.ended;
  return found.filter((texts) => texts.length > 0).sort();
}

it('what a sender names as the owner has processes of its own; tasks without have them together', async () => {
  expect(await remembered((word) => word)).toEqual([['firstcustomerword'], ['secondcustomerword']]);
  const together = await remembered(() => null);
  expect(together.flat()).toEqual(expect.arrayContaining(['firstcustomerword', 'secondcustomerword']));
});
