/**
 * `npm run gotenberg-scenarios -- FOLDER [--url URL] [--version TEXT] [FEATURE[:LINE]…]`: runs Gotenberg's integration scenarios against
 * convertd with GOTENBERG_API. FOLDER is a checkout of its `test/integration`, with `features` and `testdata`. Starts `bin/convertd serve`
 * once for the default settings, and once for each others that convertd has too; `--url` names one that runs already, for default settings
 * only. It must allow requests to loopback. Outputs are checked by qpdf, poppler, ImageMagick and, if it is installed,
 * veraPDF. Prints each scenario that did not pass with its first failing step, and a table by feature. Exits with 1 if a scenario with
 * default settings fails.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readScenarios, type Scenario } from './gotenberg-scenarios/features.ts';
import { type Examined, hasPassed, lineOf, summary } from './gotenberg-scenarios/report.ts';
import { type Outcome, runScenario } from './gotenberg-scenarios/run.ts';
import { ScenarioServer } from './gotenberg-scenarios/server.ts';
import { type Service, serviceAt, startService } from './gotenberg-scenarios/service.ts';
import { type Environment, settingsOf } from './gotenberg-scenarios/settings.ts';

const { values, positionals } = parseArgs({
  options: { url: { type: 'string' }, version: { type: 'string' } },
  allowPositionals: true,
});
const [given, ...names] = positionals;
if (given === undefined) throw new Error("Name the folder with Gotenberg's test/integration.");

const folder = resolve(given);
const version = values.version ?? (await ownVersion());
const work = await mkdtemp(join(tmpdir(), 'convertd-scenarios-'));
const server = new ScenarioServer(folder);
/** Services that run, by their environment. */
const services = new Map<string, Promise<Service>>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  const scenarios = await readScenarios(folder, names);
  await server.start();
  const examined: Examined[] = [];
  for (const scenario of scenarios) {
    const settings = settingsOf(scenario);
    const { areDefault, environment } = settings;
    const cannotRun = environment === null || (!areDefault && values.url !== undefined);
    const outcome = cannotRun ? null : await run(scenario, await serviceWith(environment));
    examined.push({ scenario, settings, outcome });
    const line = lineOf({ scenario, settings, outcome });
    if (line !== null) console.log(line);
  }
  console.log(`\n${summary(examined)}`);
  process.exitCode = examined.every((each) => !each.settings.areDefault || hasPassed(each)) ? 0 : 1;
} finally {
  for (const service of services.values()) await service.then(({ stop }) => stop()).catch(() => {});
  await server.close();
  await rm(work, { recursive: true, force: true });
}

/**
 * Returns the service with these settings, which it starts if it does not run yet. It may reach this machine, as Gotenberg may by default,
 * unless they say otherwise.
 */
function serviceWith(environment: Environment): Promise<Service> {
  if (values.url !== undefined) return Promise.resolve(serviceAt(values.url));
  const key = JSON.stringify(environment);
  const allowed = { ALLOWED_ADDRESSES: '127.0.0.0/8,::1' };
  const started =
    services.get(key) ?? startService(join(work, `service-${services.size}`), { ...allowed, ...environment });
  services.set(key, started);
  return started;
}

async function run(scenario: Scenario, service: Service): Promise<Outcome> {
  const own = await mkdtemp(join(work, 'scenario-'));
  try {
    server.begin(own);
    await service.begin();
    return await runScenario(scenario, {
      ...{ service, server, folder, version, work: own },
      ...{ answer: null, answers: [], results: null },
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Returns what `/version` of a checkout answers: the version of the interface, and convertd's own. */
async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return `8.0.0+convertd.${(JSON.parse(text) as { version: string }).version}`;
}
