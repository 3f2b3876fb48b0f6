import { CATALOG_EXAMPLES } from './catalog.ts';
import { JOB_EXAMPLES } from './jobs.ts';
import { LOGIN_EXAMPLES } from './login.ts';
import { PART_EXAMPLES } from './parts.ts';
import { REFUSAL_EXAMPLES } from './refusals.ts';

/** All examples of the description, by the name that operations refer to. */
export const EXAMPLES = {
  ...JOB_EXAMPLES,
  ...PART_EXAMPLES,
  ...CATALOG_EXAMPLES,
  ...LOGIN_EXAMPLES,
  ...REFUSAL_EXAMPLES,
} as const;

export type ExampleName = keyof typeof EXAMPLES;

/** Returns references to examples, as a media type, parameter or header contains them. */
export const references = (names: readonly ExampleName[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
