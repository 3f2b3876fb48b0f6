import { setTimeout } from 'node:timers/promises';
import { ask, post, postAtOnce } from '../requests.ts';
import { assert, type World } from '../world.ts';
import type { StepDefinition } from './step.ts';

/** Time in which a webhook must arrive. */
const WEBHOOK_MS = 300_000;

/** Steps that do something. */
export const REQUEST_STEPS: readonly StepDefinition[] = [
  {
    sentence: /^I have a (?:webhook|static) server$/,
    // It runs for all scenarios.
    run: async () => {},
  },
  {
    sentence: /^I make a "(GET|HEAD)" request to Gotenberg at the "([^"]*)" endpoint$/,
    run: async (world, [method = '', path = '']) => {
      world.answer = await ask(world, method, path, []);
    },
  },
  {
    sentence: /^I make a "(GET|HEAD)" request to Gotenberg at the "([^"]*)" endpoint with the following header\(s\):$/,
    run: async (world, [method = '', path = ''], { table }) => {
      world.answer = await ask(world, method, path, table);
    },
  },
  {
    sentence:
      /^I make a "POST" request to Gotenberg at the "([^"]*)" endpoint with the following form data and header\(s\):$/,
    run: async (world, [path = ''], { table }) => {
      world.answer = await post(world, path, table);
    },
  },
  {
    sentence:
      /^I make (\d+) concurrent "POST" requests to Gotenberg at the "([^"]*)" endpoint with the following form data and header\(s\):$/,
    run: async (world, [count, path = ''], { table }) => {
      world.answers = await postAtOnce(world, Number(count), path, table);
    },
  },
  {
    sentence: /^I wait for the asynchronous request to the webhook$/,
    run: async ({ server }) => {
      await waitUntil(() => server.isCalled, WEBHOOK_MS);
      assert(server.isCalled, () => 'no request came to the webhook');
      await server.stored;
    },
  },
];

/** Waits until it is so, or the time is over. */
export async function waitUntil(isSo: () => boolean, milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!isSo() && Date.now() < deadline) await setTimeout(50);
}

/** Returns the last request to this run's server. */
export function requestOf({ server }: World): NonNullable<World['server']['last']> {
  assert(server.last !== null, () => 'no request came to the server of the scenario');
  return server.last as NonNullable<World['server']['last']>;
}
