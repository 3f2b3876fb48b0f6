import { randomUUID } from 'node:crypto';
import type { CatalogEntry } from '../../catalog/index.ts';
import { environment, readSettings } from '../../settings/read.ts';
import { CONVERT } from '../../settings/schema.ts';
import type { Task, TaskInput } from '../../task/types.ts';
import type { FoundInput } from './find-inputs.ts';
import type { GivenOptions } from './given-options.ts';

/** Makes an input with the engine and the password of the command line, or else the password of the environment. */
export function makeInput(
  { source, filename }: Pick<FoundInput, 'source' | 'filename'>,
  { reading, password }: GivenOptions,
): TaskInput {
  const opening = password ?? readSettings(environment(), CONVERT).DECRYPT_PASSWORD;
  return {
    id: randomUUID(),
    type: 'remote',
    source,
    filename,
    ...reading,
    credentials: opening === null ? {} : { decrypt_password: opening },
  };
}

/** Makes one task for all these inputs. */
export const makeTask = (entry: CatalogEntry, { options }: GivenOptions, input: TaskInput[]): Task => ({
  id: randomUUID(),
  job_id: null,
  conversion: { id: randomUUID(), category: entry.category, target: entry.target, options },
  input,
  output: { store: null },
});
