import { isDeepStrictEqual } from 'node:util';
import { meantField } from '../documents/unread-fields.ts';
import { ServiceError } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a PATCH may change in a kind of document. */
export interface PatchRules {
  /** Name of the document, as in `the job`. */
  readonly name: string;
  /** Schemas of the patch and of the document. */
  readonly patch: { readonly properties: object };
  readonly document: { readonly properties: object };
}

/**
 * Refuses a patch that asks for what it cannot do, instead of answering 200 and doing nothing. A field that cannot be changed may come with
 * its current value, as clients send back what they have read, or with null for not given.
 * @param read returns the documents that the patch is about; called only if the body has fields that cannot be changed
 * @param prefix precedes the names of fields in the refusal, like `0.` in an array
 * @throws ServiceError 400 that names the fields; the errors of `read`
 */
export async function refuseOtherFields(
  body: Fields,
  { name, patch, document }: PatchRules,
  read: () => Promise<readonly Fields[]>,
  prefix = '',
): Promise<void> {
  const patchable = Object.keys(patch.properties);
  const others = Object.keys(body).filter((field) => !patchable.includes(field) && body[field] !== null);
  if (others.length === 0) return;
  const known = new Set(Object.keys(document.properties));
  const documents = await read();
  const hasValue = (field: string) =>
    documents.length > 0 && documents.every((each) => isDeepStrictEqual(each[field], body[field]));
  const problems = others
    .filter((field) => !known.has(field) || !hasValue(field))
    // For a body with thousands of fields, finding what each was meant to be takes seconds.
    .slice(0, MOST_PROBLEMS)
    .map((field): [string, string] => [
      prefix + field.slice(0, LONGEST_NAME),
      known.has(field) ? 'cannot be changed by this request' : unknownField(field, name, patchable),
    ]);
  if (problems.length > 0) throw refused(problems, patchable);
}

/** Longest name in a refusal, characters. */
const LONGEST_NAME = 100;
/** Nobody reads more problems. */
const MOST_PROBLEMS = 20;

const unknownField = (field: string, name: string, patchable: readonly string[]): string =>
  `is not a field of ${name}${meantField(field, patchable)}`;

function refused(problems: readonly [string, string][], patchable: readonly string[]): ServiceError {
  const list = problems.map(([field, problem]) => `${field} ${problem}`).join('; ');
  return new ServiceError(
    'invalid_request',
    `Nothing was changed: ${list}. What can be changed: ${patchable.join(', ')}.`,
    {
      errors: Object.fromEntries(problems),
    },
  );
}
