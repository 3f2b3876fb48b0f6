import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { INPUTS, ROOT } from '../../cli/support.ts';
import { parseMetrics } from '../../support/prometheus.ts';
import { type KnownSeries, queryProblems, shownProblems } from '../../support/promql.ts';
import { waitFor } from '../../worker/support.ts';
import { newInstallation, type ServeProcess, startServe } from '../serve-support.ts';
import { receiver, status } from '../webhooks/webhook-receiver.ts';

interface Dashboard {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
}
interface Alerts {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}

const readText = (path: string) => readFile(join(ROOT, path), 'utf8');
const metricsOf = async ({ operationsUrl }: ServeProcess) => (await fetch(`${operationsUrl}/metrics`)).text();

/** Returns the series in /metrics of a service that has done a little of everything, and of one with a broker. */
async function knownSeries(): Promise<{ known: KnownSeries; names: Set<string> }> {
  const { server } = await receiver(status(204));
  const { host } = new URL(server.url);
  const serve = await startServe(await newInstallation(), { ALLOWED_ADDRESSES: host, WARM_UP: 'image' });
  const file = async (name: string) => ({
    type: 'base64',
    filename: name,
    source: (await readFile(join(INPUTS, name))).toString('base64'),
  });
  const job = async (name: string, target: object) => {
    const body = { process: true, callback: `${server.url}/`, input: [await file(name)], conversion: [target] };
    return serve.final((await serve.createJob(body)).id);
  };
  expect((await job('squares.txt', { category: 'hash', target: 'crc32' })).status).toBe('completed');
  expect((await job('squares.txt', { category: 'audio', target: 'mp3' })).status).toBe('failed');
  const withBroker = await startServe(await newInstallation(), { AMQP_URL: 'amqp://user:secret@127.0.0.1:9' });
  expect((await serve.call('GET', '/v2/nothing')).status).toBe(404);
  await waitFor(async () => /requests_total\{.*route="none"/.test(await metricsOf(serve)), 'the request to be counted');

  const known = new Map<string, Set<string>>([['up', new Set()]]);
  const names = new Set<string>();
  for (const text of [await metricsOf(serve), await metricsOf(withBroker)]) {
    for (const [, name = ''] of text.matchAll(/^# TYPE (\S+)/gm)) {
      names.add(name);
      if (!known.has(name)) known.set(name, new Set());
    }
    for (const { samples } of Object.values(parseMetrics(text))) {
      for (const [name, labels] of samples) {
        known.set(name, new Set([...(known.get(name) ?? []), ...Object.keys(labels)]));
      }
    }
  }
  return { known, names };
}

describe('what operators look at', () => {
  it('asks only for series and labels that a real /metrics has, and the documentation names each of ours', async () => {
    const { known, names } = await knownSeries();
    const { panels }: Dashboard = JSON.parse(await readText('deploy/grafana/convertd.json'));
    for (const { title, targets } of panels) {
      for (const { expr, legendFormat } of targets) {
        const query = expr.replaceAll('$__rate_interval', '5m');
        expect([...queryProblems(query, known), ...shownProblems(legendFormat, query, known)], title).toEqual([]);
      }
    }
    const { groups }: Alerts = parseYaml(await readText('deploy/prometheus/alerts.yaml'));
    for (const { alert, expr, annotations } of groups.flatMap(({ rules }) => rules)) {
      expect([...queryProblems(expr, known), ...shownProblems(annotations.summary, expr, known)], alert).toEqual([]);
    }
    expect(panels.length).toBeGreaterThan(15);
    expect(groups[0]?.rules.length).toBeGreaterThan(5);

    const documentation = await readText('docs/operations.md');
    const documented = [...documentation.matchAll(/^\| `(convertd_\w+)/gm)].map(([, name]) => name);
    expect(documented.sort()).toEqual([...names].filter((name) => name.startsWith('convertd_')).sort());

    // The control: the checks above find series that do not exist.
    expect(queryProblems('sum(rate(convertd_invented_total[5m]))', known)).toEqual([
      'no series convertd_invented_total',
    ]);
    expect(queryProblems('convertd_jobs{colour="red"}', known)).toEqual(['convertd_jobs has no label colour']);
    expect(queryProblems('sum by (colour) (convertd_jobs)', known)).toEqual(['convertd_jobs has no label colour']);
    expect(queryProblems('sum(convertd_jobs', known)).not.toEqual([]);
    expect(shownProblems('{{colour}}', 'convertd_jobs', known)).toHaveLength(1);
  });
});
