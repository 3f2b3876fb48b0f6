import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, FuncKeywordDefinition, Options, SchemaValidateFunction } from 'ajv';
import type { CatalogEntry, OptionDefinition, OptionFormat } from './definition.ts';
import { GRAMMARS } from './grammar/index.ts';

/** Keywords of option definitions beside those of JSON Schema. */
export const OWN_KEYWORDS = ['example', 'x-values', 'x-group', 'x-order', 'x-unit', 'x-unit-option', 'x-inputs'];

/** Checks the options of one entry; returns every violation. */
export type OptionsCheck = (options: Readonly<Record<string, unknown>>) => readonly ErrorObject[];

const compiled = new Map<number, OptionsCheck>();
let ajv: Ajv | undefined;

/** The JSON Schema of an entry's options, as a client could use it. */
export function optionsSchema({ options }: Pick<CatalogEntry, 'options'>) {
  return { type: 'object', properties: options };
}

/** Compiled at first use, once for each entry: the compiler takes longer to load than most commands take to run. */
export function optionsCheck(entry: CatalogEntry): OptionsCheck {
  const known = compiled.get(entry.id);
  if (known !== undefined) return known;
  ajv ??= createCompiler();
  const validate = ajv.compile(optionsSchema(entry));
  const check: OptionsCheck = (options) => (validate(options) ? [] : (validate.errors ?? []));
  compiled.set(entry.id, check);
  return check;
}

/** A strict JSON Schema compiler whose `format` is the catalog's grammars, with their messages. */
export function createCompiler(options: Options = {}): Ajv {
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  // The schemas are our own data, which a test holds against the meta-schema; checking them again at each start costs time.
  // Nor is the generated code worth optimising: it runs once or twice for each task.
  const compiler = new Ajv({
    allErrors: true,
    strict: true,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
    ...options,
  });
  compiler.addVocabulary(OWN_KEYWORDS);
  compiler.removeKeyword('format');
  compiler.addKeyword({
    keyword: 'format',
    type: 'string',
    schemaType: 'string',
    validate: checkFormat,
  } satisfies FuncKeywordDefinition);
  return compiler;
}

const checkFormat: SchemaValidateFunction = (format: OptionFormat, text: string, definition?: object) => {
  const parsed = GRAMMARS[format].parse(text, definition as OptionDefinition);
  if ('value' in parsed) return true;
  checkFormat.errors = [{ keyword: 'format', message: parsed.problem, params: { format } }];
  return false;
};
