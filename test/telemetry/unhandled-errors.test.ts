import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { newVirtualHost } from '../support/use-broker.ts';
import { CHECKOUT, dataFolder, type Product, startProduct } from '../whole/product.ts';
import { waitFor } from '../worker/support.ts';

const PLANTER = join(import.meta.dirname, 'helpers/plant-errors.ts');

const undo: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

async function start(command: 'serve' | 'worker'): Promise<Product> {
  const data = await dataFolder();
  undo.push(data.remove);
  const broker = command === 'worker' ? await newVirtualHost() : null;
  if (broker !== null) undo.push(() => broker.remove());
  const product = await startProduct(CHECKOUT, command, data.path, {
    METRICS_PORT: '0',
    NODE_OPTIONS: `--import=${PLANTER} --disable-warning=ExperimentalWarning`,
    ...(broker !== null && { AMQP_URL: broker.url, OUTPUT_STORE: join(data.path, 'outputs') }),
  });
  undo.push(() => product.kill());
  return product;
}

const plant = ({ url }: Product, what: string) => fetch(`${url}/health/live?plant=${what}`);

const logged = ({ log }: Product, message: string) =>
  waitFor(() => log().find((line) => line.startsWith('{') && line.includes(message)), `a line of the log: ${message}`);

test.each(['serve', 'worker'] as const)(
  '%s goes on after an error that nothing awaited, and says so',
  async (command) => {
    const product = await start(command);
    await plant(product, 'rejection');
    expect(JSON.parse(await logged(product, 'planted rejection'))).toMatchObject({
      level: 'error',
      err: { message: 'planted rejection', stack: expect.stringContaining('plant-errors.ts') },
    });
    const { port } = JSON.parse(await logged(product, 'metrics are served'));
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('convertd_unhandled_rejections_total 1\n');
    expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
    expect(await product.stop()).toEqual([]);
  },
);

test('serve ends at an error that nothing caught, and says so', async () => {
  const product = await start('serve');
  await plant(product, 'exception').catch(() => null);
  expect(JSON.parse(await logged(product, 'planted exception'))).toMatchObject({ level: 'fatal' });
  expect(await product.stop()).toContainEqual(expect.stringMatching(/^convertd serve ended with [1-9]/));
});
