import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FoundInputEngine, inputEngines } from '../catalog/input-catalog.ts';
import { ConversionError } from '../task/errors.ts';
import { moduleFile } from '../util/module-file.ts';
import type { InputEngine } from './input-engine.ts';

/** The input engines that were loaded, by folder: one folder may have several engines. */
const loaded = new Map<string, Promise<InputEngine>>();

/** Returns an input engine, which is loaded at its first use. */
export function loadInputEngine({ folder }: Pick<FoundInputEngine, 'folder'>): Promise<InputEngine> {
  const engine = loaded.get(folder) ?? importEngine(folder);
  loaded.set(folder, engine);
  return engine;
}

async function importEngine(folder: string): Promise<InputEngine> {
  const { href } = pathToFileURL(join(folder, moduleFile('input-engine.ts')));
  return ((await import(href)) as { inputEngine: InputEngine }).inputEngine;
}

/** Returns the input engine of that name. Throws ConversionError `engine_unavailable` if there is none here. */
export function requireInputEngine(name: string): FoundInputEngine {
  const found = inputEngines().get(name);
  if (found !== undefined) return found;
  const known = ['auto', 'file', ...inputEngines().keys()];
  const message = `There is no input engine ${JSON.stringify(name.slice(0, 64))} here. Leave engine out, or give one of ${known.join(', ')}.`;
  throw new ConversionError('engine_unavailable', message, { source: 'input', details: { allowed: known } });
}

/** Ends the processes that used input engines keep between tasks. */
export async function closeInputEngines(): Promise<void> {
  await Promise.allSettled([...loaded.values()].map(async (engine) => (await engine).close()));
}
