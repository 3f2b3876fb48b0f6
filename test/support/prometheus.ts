import { spawnSync } from 'node:child_process';

export interface Family {
  type: string;
  help: string;
  samples: [name: string, labels: Record<string, string>, value: number][];
}

/** The parser of the Prometheus project (Debian: python3-prometheus-client). */
const PARSER = `
import json, sys
from prometheus_client.parser import text_string_to_metric_families
families = text_string_to_metric_families(sys.stdin.read())
print(json.dumps({each.name: {"type": each.type, "help": each.documentation,
  "samples": [[s.name, s.labels, str(s.value)] for s in each.samples]} for each in families}))`;

/** Parses metrics with Prometheus' own parser, which removes the suffix of counters' names. Throws Error. */
export function parseMetrics(text: string): Record<string, Family> {
  const { stdout, stderr, status } = spawnSync('/usr/bin/python3', ['-I', '-c', PARSER], {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const families = JSON.parse(stdout) as Record<string, Family>;
  for (const family of Object.values(families)) for (const sample of family.samples) sample[2] = Number(sample[2]);
  return families;
}
