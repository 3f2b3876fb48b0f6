import { fence, plainText, safeMarkdown, table } from './markdown.ts';

/* The parts of an OpenAPI description that the page shows. */

export interface OpenApi {
  readonly info: { readonly description?: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly examples: Readonly<Record<string, Example>>;
  };
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
}

interface Example {
  readonly $ref?: string;
  readonly summary?: string;
  readonly value?: unknown;
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly examples?: Record<string, Example> }>>;

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

/** Returns the reference of the HTTP interface as one page: operations by tag, then the schemas that they refer to. */
export function serviceReference(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return [
    '# Service reference',
    '',
    'Every operation of the HTTP interface, from the OpenAPI description that a service publishes at `/v2/schema`.',
    'The same as an interactive page is at `/v2/docs` of your service. [Job service](./service.md) is the guide.',
    '',
    ...document.tags.flatMap(({ name, description = '' }) => {
      const some = operations.filter(({ operation }) => operation.tags[0] === name);
      if (some.length === 0) return [];
      return [
        `## ${name}`,
        '',
        nested(description),
        '',
        ...some.flatMap(({ path, method, operation }) => section(document, method, path, operation)),
      ];
    }),
    '## Schemas',
    '',
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => schemaSection(name, schema)),
  ].join('\n');
}

/** Moves headings in descriptions below the page's own headings. */
const nested = (prose: string): string => safeMarkdown(prose.replace(/^#+ /gm, '#### ')).trim();

function section(document: OpenApi, method: string, path: string, operation: Operation): string[] {
  return [
    `### ${operation.summary}`,
    '',
    ...fence('http', [`${method.toUpperCase()} ${path}`]),
    nested(operation.description ?? ''),
    '',
    ...credentials(operation.security ?? []),
    ...table(
      ['parameter', 'in', 'type', 'meaning'],
      (operation.parameters ?? []).map((each) => [
        `\`${each.name}\`${each.required === true ? ' (required)' : ''}`,
        each.in,
        typeText(each.schema ?? {}),
        safeMarkdown(each.description ?? ''),
      ]),
    ),
    ...Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema = {}, examples = {} }]) => [
      `Body, \`${type}\`: ${typeText(schema)}`,
      '',
      ...propertyTable(schema),
      ...exampleBlocks(document, examples),
    ]),
    ...answers(document, operation.responses),
  ];
}

function credentials(security: NonNullable<Operation['security']>): string[] {
  const names = security.map((each) => Object.keys(each).join(' and ')).map((name) => (name === '' ? 'none' : name));
  return [`Credentials: ${names.length === 0 ? 'none' : names.join(', or ')}.`, ''];
}

function answers(document: OpenApi, responses: Operation['responses']): string[] {
  const rows = Object.entries(responses).map(([status, answer]) => {
    const name = answer.$ref?.split('/').at(-1);
    const found = name === undefined ? answer : document.components.responses[name];
    const schemas = Object.values(found?.content ?? {}).map(({ schema = {} }) => typeText(schema));
    return [status, safeMarkdown(found?.description ?? ''), [...new Set(schemas)].join(', ')];
  });
  return table(['status', 'meaning', 'body'], rows);
}

function exampleBlocks(document: OpenApi, examples: Readonly<Record<string, Example>>): string[] {
  return Object.values(examples).flatMap((example) => {
    const name = example.$ref?.split('/').at(-1);
    const found = name === undefined ? example : document.components.examples[name];
    if (found?.value === undefined) return [];
    return [safeMarkdown(found.summary ?? ''), '', ...fence('json', JSON.stringify(found.value, null, 2).split('\n'))];
  });
}

/** Describes a schema briefly, with links to named ones. */
function typeText(schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' or ');
  if (schema.items !== undefined) return `list of ${typeText(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function propertyTable({ properties = {}, required = [] }: Schema): string[] {
  return table(
    ['field', 'type', 'meaning'],
    Object.entries(properties).map(([name, schema]) => [
      `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
      typeText(schema),
      plainText(schema.description ?? ''),
    ]),
  );
}

function schemaSection(name: string, schema: Schema): string[] {
  const fields = propertyTable(schema);
  return [
    `### ${name}`,
    '',
    ...(schema.description === undefined ? [] : [plainText(schema.description), '']),
    ...(fields.length === 0 ? [typeText(schema), ''] : fields),
  ];
}
