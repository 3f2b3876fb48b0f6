import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../cli/support.ts';

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Job {
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}

/** Reads a workflow of the forge. */
export function readWorkflow(name: string): Workflow {
  return parse(readFileSync(join(ROOT, '.github', 'workflows', name), 'utf8'));
}

/** Returns the commands of a job's steps, with every value of its matrix inserted. */
export function commandsOf({ strategy, steps = [] }: Job): string[] {
  const runs = steps.flatMap(({ run }) => run ?? []);
  return Object.entries(strategy?.matrix ?? {}).reduce(
    (commands, [name, values]) =>
      commands.flatMap((command) =>
        command.includes(`\${{ matrix.${name} }}`)
          ? values.map((value) => command.replaceAll(`\${{ matrix.${name} }}`, String(value)))
          : [command],
      ),
    runs,
  );
}
