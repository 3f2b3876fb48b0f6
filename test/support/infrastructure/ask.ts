import { inject } from 'vitest';
import type { SharedServers } from './servers.ts';

/** Asks Vitest's main process, which has the servers that test files share. The first request to a server takes seconds; others are quick. */
export async function ask<Name extends keyof SharedServers>(
  name: Name,
  ...args: Parameters<SharedServers[Name]>
): Promise<Awaited<ReturnType<SharedServers[Name]>>> {
  const response = await fetch(inject('infrastructure'), { method: 'POST', body: JSON.stringify([name, ...args]) });
  if (!response.ok) throw new Error(`the shared servers refuse "${name}": ${await response.text()}`);
  return ((await response.json()) as { result: Awaited<ReturnType<SharedServers[Name]>> }).result;
}
