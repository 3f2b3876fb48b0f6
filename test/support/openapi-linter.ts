import { fileURLToPath } from 'node:url';
import { lintFromString, loadConfig } from '@redocly/openapi-core';

const RULES = fileURLToPath(new URL('../../redocly.yaml', import.meta.url));

/** Asks Redocly, by the rules of redocly.yaml. @returns what it reports, each with its rule and place; empty where nothing is wrong */
export async function lintOpenApi(source: string): Promise<string[]> {
  const config = await loadConfig({ configPath: RULES });
  const problems = await lintFromString({ source, absoluteRef: 'schema.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}
