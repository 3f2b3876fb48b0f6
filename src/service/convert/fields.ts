import { type CatalogEntry, parseOptionText } from '../../catalog/index.ts';
import type { OptionValues } from '../../task/types.ts';
import { ServiceError } from '../errors.ts';
import { shown } from '../uploads/form.ts';

/** What the fields of a request say besides files and their addresses. Values are checked by the caller. */
export interface CallFields {
  readonly options: OptionValues;
  /** Opens every encrypted file of the request. */
  readonly decrypt_password?: string;
  readonly callback?: string;
  /** What the one file is called. */
  readonly filename?: string;
}

/** Fields that are no options; no target has an option of such a name. */
export const OWN_FIELDS = ['options', 'decrypt_password', 'callback', 'filename'] as const;
type OwnField = (typeof OWN_FIELDS)[number];

const isOwn = (name: string): name is OwnField => (OWN_FIELDS as readonly string[]).includes(name);

/** Collects fields of a form or a query: every one that is not our own is an option of the target. */
export class FieldCollector {
  readonly #entry: CatalogEntry;
  readonly #own = new Map<OwnField, string>();
  readonly #options = new Map<string, unknown>();

  /** @param entry the target, whose options say how their texts are read: `true`, `192`, JSON for lists and objects */
  constructor(entry: CatalogEntry) {
    this.#entry = entry;
  }

  /** Throws ServiceError 400 for a field that was given before, or `options` that are no JSON object. */
  add(name: string, text: string): void {
    if (isOwn(name)) {
      if (this.#own.has(name)) throw twice(name);
      this.#own.set(name, text);
      if (name === 'options') for (const [each, value] of Object.entries(readOptions(text))) this.#option(each, value);
    } else this.#option(name, parseOptionText(this.#entry, name, text));
  }

  fields(): CallFields {
    const { options: _read, ...own }: Partial<Record<OwnField, string>> = Object.fromEntries(this.#own);
    return { ...own, options: Object.fromEntries(this.#options) };
  }

  #option(name: string, value: unknown): void {
    if (name === '__proto__') throw wrongField(name, 'is no name of an option');
    if (this.#options.has(name)) throw twice(name);
    this.#options.set(name, value);
  }
}

function readOptions(text: string): Record<string, unknown> {
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrongField('options', 'must be a JSON object, such as {"quality": 80}');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const twice = (name: string) => wrongField(name, 'was given twice; lists are written as JSON');

const wrongField = (name: string, problem: string) =>
  new ServiceError('invalid_request', `The field ${shown(name)} ${problem}.`, {
    errors: { [name.slice(0, 100)]: problem },
  });
