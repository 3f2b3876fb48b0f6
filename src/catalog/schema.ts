import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, FuncKeywordDefinition, Options, SchemaValidateFunction, ValidateFunction } from 'ajv';
import type { CatalogEntry, OptionDefinition, OptionFormat } from './definition.ts';
import { GRAMMARS } from './grammar/index.ts';

/** Keywords of option definitions besides those of JSON Schema. */
export const OWN_KEYWORDS = [
  'example',
  'x-values',
  'x-group',
  'x-order',
  'x-unit',
  'x-unit-option',
  'x-true',
  'x-also',
  'x-short-for',
  'x-inputs',
];

/** The checks of options by their definitions, of which many belong to several entries, and their names. */
const compiled = new WeakMap<OptionDefinition, Map<string, ValidateFunction>>();
let ajv: Ajv | undefined;

/** Returns the JSON Schema of an entry's options, as a client could use it. */
export function optionsSchema({ options }: Pick<CatalogEntry, 'options'>) {
  return { type: 'object', properties: options };
}

/**
 * Returns every violation of an entry's options; names without a definition are not looked at. Each option is compiled at its first use: the
 * compiler takes longer to load, and all options of an entry longer to compile, than most commands take to run.
 */
export function optionViolations(
  { options }: Pick<CatalogEntry, 'options'>,
  given: Readonly<Record<string, unknown>>,
): readonly ErrorObject[] {
  return Object.keys(given).flatMap((name) => {
    const definition = options[name];
    if (definition === undefined) return [];
    const validate = compiledOption(name, definition);
    return validate(given) ? [] : (validate.errors ?? []);
  });
}

function compiledOption(name: string, definition: OptionDefinition): ValidateFunction {
  const known = compiled.get(definition)?.get(name);
  if (known !== undefined) return known;
  ajv ??= createCompiler();
  const validate = ajv.compile(optionsSchema({ options: { [name]: definition } }));
  compiled.set(definition, (compiled.get(definition) ?? new Map()).set(name, validate));
  return validate;
}

/** Creates a strict JSON Schema compiler with the catalog's grammars as `format`, with their messages. */
export function createCompiler(options: Options = {}): Ajv {
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  // The schemas are our own data, which a test checks against the meta-schema; checking them at each start costs time. Optimising the
  // generated code is not worthwhile either: it runs once or twice for each task.
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
