import { OPTION_GROUPS, type OptionDefinition, type OptionDefinitions } from './definition.ts';
import { GRAMMARS } from './grammar/index.ts';
import { createCompiler, optionsSchema } from './schema.ts';

/** Rules for the name of a target, which becomes part of queues and file names. */
const TARGET_NAME = { pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 40 };
const TEXT = { type: 'string', minLength: 1 };
const VALUES = { type: 'array', minItems: 1, items: { type: ['string', 'number'] } };

/** Keywords that every option may have; see `definition.ts`. */
const KEYWORDS = {
  type: { enum: ['string', 'integer', 'number', 'boolean', 'object', 'array'] },
  description: TEXT,
  enum: VALUES,
  minimum: { type: 'number' },
  maximum: { type: 'number' },
  minLength: { type: 'integer', minimum: 0 },
  maxLength: { type: 'integer', minimum: 0 },
  pattern: { type: 'string' },
  format: { enum: Object.keys(GRAMMARS) },
  maxItems: { type: 'integer', minimum: 1 },
  default: { type: ['string', 'number', 'boolean'] },
  example: {},
  writeOnly: { const: true },
  deprecated: { const: true },
  'x-values': { type: 'array', minItems: 1, items: { type: 'string' } },
  'x-group': { enum: OPTION_GROUPS },
  'x-order': { type: 'number' },
  'x-unit': TEXT,
  'x-unit-option': TEXT,
  'x-true': TEXT,
  'x-also': TEXT,
  'x-inputs': { type: 'array', minItems: 1, items: TEXT },
};

const NAMES = { type: 'array', minItems: 1, items: TEXT };

const READS = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: { kinds: NAMES, formats: NAMES, option: TEXT },
  },
};

const definition = (more: Record<string, unknown>) => ({
  type: 'object',
  required: ['type', 'description'],
  additionalProperties: false,
  properties: { ...KEYWORDS, ...more },
});

/** Items of a list that are objects. */
const OBJECT_ITEMS = {
  type: 'object',
  required: ['type', 'properties', 'required'],
  additionalProperties: false,
  properties: {
    type: { const: 'object' },
    properties: { type: 'object', additionalProperties: definition({}) },
    required: { type: 'array', items: TEXT },
  },
};

const { minimum, maximum, minLength, maxLength, pattern, format } = KEYWORDS;

/** Items of a list that are plain values. */
const VALUE_ITEMS = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  properties: { type: { enum: ['string', 'integer'] }, minimum, maximum, minLength, maxLength, pattern, format },
};

const OPTION = definition({ items: { anyOf: [OBJECT_ITEMS, VALUE_ITEMS] } });

/** The JSON Schema of a CategoryCatalog without its functions. Names become parts of queues, settings and file names. */
const CATALOG_SCHEMA = {
  type: 'object',
  required: ['category', 'timeLimitSeconds', 'targets'],
  additionalProperties: false,
  properties: {
    category: { type: 'string', pattern: '^[a-z][a-z0-9-]*$', maxLength: 40 },
    timeLimitSeconds: { type: 'integer', minimum: 1 },
    startsPrograms: { const: false },
    targets: {
      type: 'object',
      minProperties: 1,
      propertyNames: TARGET_NAME,
      additionalProperties: {
        type: 'object',
        required: ['id', 'options'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer', minimum: 1 },
          reads: READS,
          options: {
            type: 'object',
            propertyNames: { pattern: '^[a-z][a-z0-9_]*$' },
            additionalProperties: OPTION,
          },
        },
      },
    },
    reads: READS,
    settings: {
      type: 'object',
      propertyNames: { pattern: '^[A-Z][A-Z0-9_]*$' },
      additionalProperties: {
        type: 'object',
        required: ['meaning'],
        additionalProperties: false,
        properties: { meaning: TEXT, shown: TEXT, family: TEXT, page: TEXT },
      },
    },
    aliases: { type: 'object', propertyNames: TARGET_NAME, additionalProperties: TEXT },
    rules: {
      type: 'array',
      items: {
        type: 'object',
        required: ['options', 'text', 'check'],
        additionalProperties: false,
        properties: { options: { type: 'array', minItems: 1, items: TEXT }, text: TEXT, check: {} },
      },
    },
    dependentDefaults: {},
  },
};

interface Shaped {
  readonly targets: Readonly<Record<string, { readonly options: OptionDefinitions }>>;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly rules?: readonly { readonly options: readonly string[]; readonly check: unknown }[];
  readonly dependentDefaults?: unknown;
}

/**
 * Returns the problems of a value that should be a CategoryCatalog, a phrase each. Its shape is checked first, then the options of each
 * target as JSON Schema with their defaults and examples, the targets of aliases, and whether each rule can ever apply.
 */
export function catalogProblems(value: unknown): string[] {
  const compiler = createCompiler({ strictTypes: false });
  const validate = compiler.compile(CATALOG_SCHEMA);
  if (!validate(value)) {
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const name: unknown = params.additionalProperty ?? params.propertyName;
      return `${instancePath || 'it'} ${message}${typeof name === 'string' ? ` ("${name}")` : ''}`;
    });
  }
  const catalog = value as unknown as Shaped;
  return [
    ...Object.entries(catalog.targets).flatMap(([target, { options }]) => optionProblems(target, options)),
    ...aliasProblems(catalog),
    ...ruleProblems(catalog),
  ];
}

const aliasProblems = ({ targets, aliases = {} }: Shaped): string[] =>
  Object.entries(aliases).flatMap(([alias, target]) => [
    ...(Object.hasOwn(targets, alias) ? [`/aliases/${alias} is a target itself`] : []),
    ...(Object.hasOwn(targets, target) ? [] : [`/aliases/${alias} stands for ${target}, which is not a target`]),
  ]);

function optionProblems(target: string, options: OptionDefinitions): string[] {
  const compiler = createCompiler();
  return Object.entries(options).flatMap(([name, option]) => {
    const where = `option ${name} of ${target}`;
    try {
      const validate = compiler.compile(optionsSchema({ options: { [name]: option } }));
      return valuesOf(option)
        .filter(([, value]) => !validate({ [name]: value }))
        .map(([keyword]) => `${where}: its ${keyword} is not one of the values that it allows`);
    } catch (error) {
      return [`${where}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

const valuesOf = (option: OptionDefinition): (readonly [string, unknown])[] =>
  (['default', 'example'] as const).flatMap((keyword) =>
    option[keyword] === undefined ? [] : [[keyword, option[keyword]] as const],
  );

function ruleProblems({ targets, rules = [], dependentDefaults }: Shaped): string[] {
  const optionSets = Object.values(targets).map(({ options }) => options);
  return [
    ...rules.flatMap(({ options, check }, index) => [
      ...(typeof check === 'function' ? [] : [`/rules/${index}/check must be a function`]),
      ...(optionSets.some((set) => options.every((option) => Object.hasOwn(set, option)))
        ? []
        : [`/rules/${index} is about options that no target has together: ${options.join(', ')}`]),
    ]),
    ...(dependentDefaults === undefined || typeof dependentDefaults === 'function'
      ? []
      : ['/dependentDefaults must be a function']),
  ];
}
