/**
 * `npm run bench:worker [-- quick] [latency|throughput|processor|mixed|memory|fairness…]`: the overhead of RabbitMQ and `convertd worker`,
 * with a separate broker and workers on this machine. Contestants take turns, so that other load affects all equally. `quick` runs a fifth
 * of the tasks, for a first look.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBroker } from '../test/support/rabbitmq.ts';
import { measureFairness } from './bench-worker/fairness.ts';
import { measureLatency } from './bench-worker/latency.ts';
import { measureMemory } from './bench-worker/memory.ts';
import { measureMixed } from './bench-worker/mixed.ts';
import { measureProcessor } from './bench-worker/processor.ts';
import type { BenchSetup } from './bench-worker/setup.ts';
import { measureThroughput } from './bench-worker/throughput.ts';

const MEASUREMENTS: Readonly<Record<string, (setup: BenchSetup) => Promise<string>>> = {
  latency: measureLatency,
  throughput: measureThroughput,
  processor: measureProcessor,
  mixed: measureMixed,
  memory: measureMemory,
  fairness: measureFairness,
};

const words = process.argv.slice(2);
const unknown = words.filter((word) => word !== 'quick' && !Object.hasOwn(MEASUREMENTS, word));
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; known: quick, ${Object.keys(MEASUREMENTS)}`);
const asked = words.filter((word) => word !== 'quick');

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
// Programs of this process also use this temporary folder, like those of a worker use its DATA_DIR.
await mkdir(join(folder, 'work'));
const broker = await startBroker({ allProcessors: true });
try {
  const setup = { broker, folder, divisor: words.includes('quick') ? 5 : 1 };
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (asked.length === 0 || asked.includes(name)) console.log(await measure(setup));
  }
} finally {
  await broker.stop();
  await rm(folder, { recursive: true, force: true });
}
// Engine processes that stay for the next task would keep this one alive.
process.exit();
