import { setTimeout } from 'node:timers/promises';
import { jsonDifference } from '../json.ts';
import { answerOf, assert, StepError, type World } from '../world.ts';
import { requestOf, waitUntil } from './request-steps.ts';
import { isNegated, type StepDefinition } from './step.ts';

/** Time in which an event must come after its webhook. */
const EVENT_MS = 30_000;
/** How often the log is read until an entry is in it, twice a second. */
const LOG_READS = 4;
/** Most characters of a body in a message. */
const MOST_SHOWN = 300;

/** Steps about answers, webhooks and the log. */
export const ANSWER_STEPS: readonly StepDefinition[] = [
  {
    sentence: /^the response status code should be (\d+)$/,
    run: async (world, [expected]) => {
      const { status, body } = answerOf(world);
      assert(status === Number(expected), () => `the status is ${status}, not ${expected}: ${shown(body)}`);
    },
  },
  {
    sentence: /^all concurrent response status codes should be (\d+)$/,
    run: async ({ answers }, [expected]) => {
      const other = answers.find(({ status }) => status !== Number(expected));
      assert(answers.length > 0 && other === undefined, () => `a status is ${other?.status}, not ${expected}`);
    },
  },
  {
    sentence: /^the (response|webhook request|file request|server request) header "([^"]*)" should be "([^"]*)"$/,
    run: async (world, [kind, name = '', expected]) => {
      const actual = headerOf(world, kind, name);
      assert(actual === expected, () => `header ${name} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
    },
  },
  {
    sentence: /^the webhook request header "([^"]*)" should carry trace id "([^"]*)"$/,
    run: async (world, [name = '', expected]) => {
      // W3C: version, trace, parent, flags.
      const [, trace] = headerOf(world, 'webhook request', name).split('-');
      assert(trace === expected, () => `header ${name} has the trace ${trace}, not ${expected}`);
    },
  },
  {
    sentence: /^the (response|webhook request|file request|server request) cookie "([^"]*)" should be "([^"]*)"$/,
    run: async (world, [kind, name = '', expected]) => {
      const actual = cookieOf(headerOf(world, kind, kind === 'response' ? 'set-cookie' : 'cookie'), name);
      assert(actual === expected, () => `cookie ${name} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
    },
  },
  {
    sentence: /^the (response|webhook request) body should match string:$/,
    run: async (world, [kind], { docString }) => {
      const [actual, expected] = [bodyOf(world, kind), withVersion(world, docString)];
      assert(actual === expected, () => `the body is ${shown(actual)}, not ${shown(expected)}`);
    },
  },
  {
    sentence: /^the (response|webhook request) body should contain string:$/,
    run: async (world, [kind], { docString }) => {
      const [actual, expected] = [bodyOf(world, kind), withVersion(world, docString)];
      assert(actual.includes(expected), () => `the body ${shown(actual)} does not contain ${shown(expected)}`);
    },
  },
  {
    sentence: /^the (response|webhook request) body should match JSON:$/,
    run: async (world, [kind], { docString }) => assertJson(bodyOf(world, kind), withVersion(world, docString)),
  },
  {
    sentence: /^the webhook event should match JSON:$/,
    run: async (world, _words, { docString }) => {
      const { server } = world;
      await waitUntil(() => server.event !== null, EVENT_MS);
      if (server.event === null) throw new StepError('no event came to the webhook');
      assertJson(server.event.toString(), withVersion(world, docString));
    },
  },
  {
    sentence: /^the Gotenberg container (should|should NOT) log the following entries:$/,
    run: async ({ service }, [should], { table }) => {
      const entries = table.map(([entry = '']) => entry);
      const negated = isNegated(should);
      const wrong = async () => {
        const log = await service.log();
        return entries.find((entry) => log.includes(entry) === negated);
      };
      let entry = await wrong();
      for (let read = 1; read < LOG_READS && entry !== undefined && !negated; read += 1) {
        await setTimeout(500);
        entry = await wrong();
      }
      assert(entry === undefined, () => `the log ${negated ? 'contains' : 'does not contain'} ${entry}`);
    },
  },
];

function assertJson(actual: string, expected: string): void {
  let document: unknown;
  try {
    document = JSON.parse(actual);
  } catch {
    throw new StepError(`this is no JSON: ${shown(actual)}`);
  }
  const difference = jsonDifference(JSON.parse(expected), document);
  assert(difference === null, () => `${difference}, in ${shown(actual)}`);
}

function headerOf(world: World, kind: string | undefined, name: string): string {
  if (kind === 'response') return answerOf(world).headers.get(name) ?? '';
  const value = requestOf(world).headers[name.toLowerCase()];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function bodyOf(world: World, kind: string | undefined): string {
  return (kind === 'response' ? answerOf(world) : requestOf(world)).body.toString();
}

/** Returns the value of a cookie, or an empty text without it. */
function cookieOf(header: string, name: string): string {
  const pairs = header.split(/[;,]/).map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] ?? '';
}

const withVersion = ({ version }: World, text: string): string => text.replaceAll('{version}', version);

const shown = (text: string | Buffer): string => JSON.stringify(text.toString().slice(0, MOST_SHOWN));
