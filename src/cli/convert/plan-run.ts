import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalConfig } from '../../config.ts';
import { stem } from '../../files/filename.ts';
import { openOutputStore } from '../../files/stores/open-output-store.ts';
import type { RunnerServices } from '../../runner/runner-services.ts';
import type { Task } from '../../task/types.ts';
import { inputLabel } from '../display.ts';
import { localOutputPlace, type PlannedRun } from '../local-run.ts';
import {
  type Existing,
  existingFile,
  keepingExisting,
  type OutputPlan,
  outputsExist,
  planOutputs,
  shownPath,
} from './output-plan.ts';
import { folderAndName, type Place } from './words.ts';

export interface Planning {
  readonly services: RunnerServices;
  readonly place: Place;
  /** Subfolder of the folder that was typed, by input id. */
  readonly folders: ReadonlyMap<string, string>;
  readonly existing: Existing;
  readonly config: LocalConfig;
  /** Folder for an output that goes to standard output. */
  readonly workRoot: string;
}

/**
 * Gives each thread the place and the names of its outputs, and checks for existing files before anything is converted. Throws
 * ConversionErrors `output_exists` for all files that would be replaced, unless that is allowed.
 */
export async function planRun(threads: readonly Task[], planning: Planning): Promise<PlannedRun> {
  const { services, existing } = planning;
  const plans = planOutputs(
    threads.map((task) => ({ task, ...placeOf(task, planning) })),
    new Set(threads.flatMap(localInputs)),
  );
  const found = existing === 'replace' ? [] : await Promise.all(plans.map(existingFile));
  const taken = found.filter((path) => path !== undefined && path !== null);
  if (existing === 'refuse' && taken.length > 0) throw outputsExist(taken);
  const planOf = new Map(threads.map((thread, index) => [thread.id, plans[index]]));
  return {
    threads: threads.filter((_, index) => (found[index] ?? null) === null),
    skipped: taken.map((path) => `${shownPath(path)} exists already`),
    servicesOf: ({ id }) => {
      const plan = planOf.get(id);
      return plan === undefined ? services : withPlan(services, plan, existing);
    },
  };
}

function withPlan(services: RunnerServices, { location, names }: OutputPlan, existing: Existing): RunnerServices {
  const store = openOutputStore(location);
  return { ...services, names, store: existing === 'replace' ? store : keepingExisting(store, location) };
}

function placeOf(task: Task, { place, folders, config, workRoot }: Planning) {
  const [input] = task.input;
  const inputName = input === undefined ? 'output' : nameOf(inputLabel(input, new Map()));
  if (place.kind === 'stdout') return { inputName, location: join(workRoot, 'standard-output'), named: null };
  if (place.kind === 'file') {
    const { folder, name } = folderAndName(place.path);
    return { inputName, location: resolve(folder), named: name };
  }
  const location = localOutputPlace(task, config, { ...(place.location !== null && { output: place.location }) });
  const below = (task.input.length === 1 && input !== undefined && folders.get(input.id)) || '';
  return { inputName, location: inFolder(asFolder(location), below), named: null };
}

/** Returns the absolute paths of the inputs of a task that are files here. */
const localInputs = ({ input }: Task): string[] =>
  input.flatMap(({ source }) => (source?.startsWith('file:') ? [fileURLToPath(source)] : []));

/** Returns a name without the characters that names cannot contain. A name needs no extension. */
const nameOf = (label: string): string => (stem(label) === '' ? 'output' : label);

const asFolder = (location: string): string => (location.startsWith('file:') ? fileURLToPath(location) : location);

function inFolder(location: string, below: string): string {
  if (below === '') return location;
  return location.startsWith('s3:') ? `${location.replace(/\/?$/, '/')}${below}/` : join(location, below);
}
