import { type CatalogEntry, parseOptionText } from '../../catalog/index.ts';
import type { OptionValues } from '../../task/types.ts';
import type { OutputTargetBody } from '../documents/conversion-schemas.ts';
import { ServiceError } from '../errors.ts';
import { excessOf } from '../http/json-size.ts';
import { shown } from '../uploads/form.ts';

/** Fields of a request besides files and their addresses. The caller checks their values. */
export interface CallFields {
  readonly options: OptionValues;
  /** Password of every encrypted file of the request. */
  readonly decrypt_password?: string;
  readonly callback?: string;
  /** What to set in the outputs. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Storages that the outputs are delivered to. */
  readonly output_target?: readonly OutputTargetBody[];
  /** Name of the only file. */
  readonly filename?: string;
}

const SINGLE_FIELDS = ['options', 'metadata', 'decrypt_password', 'callback', 'filename'] as const;
type SingleField = (typeof SINGLE_FIELDS)[number];

/** Fields that are not options; no target has an option of such a name. */
export const OWN_FIELDS = [...SINGLE_FIELDS, 'output_target'] as const;

const isSingle = (name: string): name is SingleField => (SINGLE_FIELDS as readonly string[]).includes(name);

/** Collects the fields of a form or a query: every field that is not our own is an option of the target. */
export class FieldCollector {
  readonly #entry: CatalogEntry;
  readonly #own = new Map<SingleField, string>();
  readonly #options = new Map<string, unknown>();
  readonly #targets: unknown[] = [];
  #metadata: Record<string, unknown> | undefined;

  /** @param entry the target, whose options define how their texts are read: `true`, `192`, JSON for lists and objects */
  constructor(entry: CatalogEntry) {
    this.#entry = entry;
  }

  /** Throws ServiceError 400 for a repeated field, or for text that is not JSON where JSON is needed. */
  add(name: string, text: string): void {
    if (name === 'output_target') this.#targets.push(...[readJson(name, text)].flat());
    else if (isSingle(name)) {
      if (this.#own.has(name)) throw twice(name);
      this.#own.set(name, text);
      if (name === 'options')
        for (const [each, value] of Object.entries(readObject(name, text))) this.#option(each, value);
      if (name === 'metadata') this.#metadata = readObject(name, text);
    } else {
      const value = parseOptionText(this.#entry, name, text);
      if (typeof value === 'object') refuseExcess(name, text);
      this.#option(name, value);
    }
  }

  /** Adds a member of a JSON body, whose value has its type. Throws ServiceError 400. */
  addValue(name: string, value: unknown): void {
    if (name === 'options' || name === 'metadata') this.add(name, JSON.stringify(value));
    else if (name === 'output_target') this.#targets.push(...[value].flat());
    else if (!isSingle(name)) this.#option(name, value);
    else if (typeof value === 'string') this.add(name, value);
    else if (value !== null) throw wrongField(name, 'must be a text');
  }

  fields(): CallFields {
    const {
      options: _read,
      metadata: _parsed,
      ...own
    }: Partial<Record<SingleField, string>> = Object.fromEntries(this.#own);
    return {
      ...own,
      options: Object.fromEntries(this.#options),
      ...(this.#metadata && { metadata: this.#metadata }),
      ...(this.#targets.length > 0 && { output_target: this.#targets as OutputTargetBody[] }),
    };
  }

  #option(name: string, value: unknown): void {
    if (name === '__proto__') throw wrongField(name, 'is not the name of an option');
    if (this.#options.has(name)) throw twice(name);
    this.#options.set(name, value);
  }
}

/** Parses the JSON object of a field. Throws ServiceError 400. */
export function readObject(name: JsonField, text: string): Record<string, unknown> {
  const value = readJson(name, text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw noObject(name);
}

function readJson(name: JsonField, text: string): unknown {
  refuseExcess(name, text);
  try {
    return JSON.parse(text);
  } catch {
    throw noObject(name);
  }
}

function refuseExcess(name: string, text: string): void {
  const excess = excessOf(text);
  if (excess !== null) throw wrongField(name, excess);
}

type JsonField = keyof typeof EXAMPLES;

const EXAMPLES = {
  options: '{"quality": 80}',
  metadata: '{"title": "Report", "clear_all": true}',
  input: '{"source": "https://www.example.com", "engine": "screenshot"}',
  output_target: '{"type": "amazons3", "parameters": {…}, "credentials": {…}}',
};

const noObject = (name: JsonField) => wrongField(name, `must be a JSON object, such as ${EXAMPLES[name]}`);

const twice = (name: string) => wrongField(name, 'was given twice; lists are written as JSON');

const wrongField = (name: string, problem: string) =>
  new ServiceError('invalid_request', `The field ${shown(name)} ${problem}.`, {
    errors: { [name.slice(0, 100)]: problem },
  });
