import { fileURLToPath } from 'node:url';
import { lintFromString, loadConfig } from '@redocly/openapi-core';

const RULES = fileURLToPath(new URL('../../redocly.yaml', import.meta.url));

/** Returns what Redocly reports by the rules of redocly.yaml, each with its rule and position; empty if nothing is wrong. */
export async function lintOpenApi(source: string): Promise<string[]> {
  const config = await loadConfig({ configPath: RULES });
  const problems = await lintFromString({ source, absoluteRef: 'schema.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}
