// sharp in its own process, like a program that simply imports it: one message for each picture, see contestants.ts.
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { encodeBmp } from '../../engines/image/encode/bmp.ts';
import { encoded } from '../../engines/image/encode/sharp.ts';
import type { Pixels } from '../../engines/image/picture.ts';
import type { Order } from './contestants.ts';

// As in the hosts: one thread per picture, as many pictures at once as there are cores.
sharp.cache(false);
sharp.concurrency(1);

async function make({ input, output, format, width, height }: Order): Promise<void> {
  const small = sharp(input).resize({ width, height, fit: 'fill' });
  if (format !== 'bmp') {
    await encoded(small, format, { finisher: null }, {}).toFile(output);
    return;
  }
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const channels = info.channels as Pixels['channels'];
  await writeFile(output, encodeBmp({ data, width, height, channels }, null));
}

process.on('message', (order: Order) => {
  void make(order).then(
    () => process.send?.({ id: order.id, failure: null }),
    (error: unknown) => process.send?.({ id: order.id, failure: String(error) }),
  );
});
