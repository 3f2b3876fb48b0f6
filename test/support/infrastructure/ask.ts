import { inject } from 'vitest';
import type { SharedServers } from './servers.ts';

/** Asks the process of Vitest, which has the servers that test files share. Starting one takes seconds; then it is quick. */
export async function ask<Name extends keyof SharedServers>(
  name: Name,
  ...args: Parameters<SharedServers[Name]>
): Promise<Awaited<ReturnType<SharedServers[Name]>>> {
  const response = await fetch(inject('infrastructure'), { method: 'POST', body: JSON.stringify([name, ...args]) });
  if (!response.ok) throw new Error(`the shared servers refuse "${name}": ${await response.text()}`);
  return ((await response.json()) as { result: Awaited<ReturnType<SharedServers[Name]>> }).result;
}
