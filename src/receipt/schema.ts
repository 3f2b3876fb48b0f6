import Type, { type Static, type TSchema } from 'typebox';

/** An object without further members. */
export const closed = <Properties extends Record<string, TSchema>>(properties: Properties, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

export const text = (description: string) => Type.String({ description });
const seconds = (description: string) => Type.Number({ minimum: 0, description });
const options = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

/** Schema of a file of a conversion. */
export const FileSchema = closed(
  {
    id: text('Id of the input or output in its task.'),
    filename: text('Name.'),
    content_type: Type.Union([Type.String(), Type.Null()], {
      description: 'Media type; of an input by its content, null if nothing recognises it.',
    }),
    size_bytes: Type.Integer({ minimum: 0, description: 'Length.' }),
    sha256: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()], {
      description: 'Digest; null if it could not be read again.',
    }),
  },
  'A file.',
);

const Step = closed(
  {
    program: text('Name of a program or library.'),
    version: Type.Union([Type.String(), Type.Null()], {
      description: 'Its version; null: part of convertd, or unknown.',
    }),
    runs: Type.Integer({ minimum: 1, description: 'How often it ran.' }),
    seconds: seconds('All its runs together. Runs may overlap.'),
    cpu_seconds: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
      description: 'Processor time of all its runs together; null: unknown.',
    }),
  },
  'A program that the conversion used.',
);

/** Schema of a warning. */
export const IssueSchema = closed(
  {
    code: text('A warning code of docs/errors.md.'),
    message: text('What it is about, and where.'),
    details: options('The same for programs.'),
  },
  'A warning of the conversion.',
);

/** Schema of the options of a conversion. */
export const OptionsSchema = closed(
  {
    given: options('As they came. Secrets are left out.'),
    applied: options('As they were used, with defaults. Secrets are left out.'),
    changed: Type.Array(IssueSchema, { description: 'Options that were adjusted, or had no effect, and why.' }),
  },
  'Options of the conversion.',
);

const Sides = closed(
  {
    input: Type.Union([Type.Number(), Type.Null()], { description: 'Of all inputs together; null: unknown.' }),
    output: Type.Union([Type.Number(), Type.Null()], { description: 'Null: unknown.' }),
  },
  'How much there is on both sides.',
);

const Fonts = closed(
  {
    named: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Fonts that the inputs name for Latin text; null: unknown.',
    }),
    used: Type.Array(
      closed(
        {
          name: text('Name of the font.'),
          embedded: Type.Boolean({ description: 'Whether it is in the file.' }),
          pages: text('Pages that have it: 1-3,7.'),
        },
        'A font of the output.',
      ),
      { description: 'Fonts on the pages of the output.' },
    ),
    replaced: Type.Array(
      closed(
        {
          name: text('Family that the input names and that is not installed.'),
          by: text('Family that is on the pages instead.'),
          pages: text('Pages that have it: 1-3,7.'),
          same_widths: Type.Boolean({
            description: 'Whether its letters are as wide, so that lines break where they did.',
          }),
        },
        'A font in place of another.',
      ),
      { description: 'Fonts that were replaced.' },
    ),
  },
  'Fonts asked for and used.',
);

/** What a conversion did, for one output. docs/schemas/receipt.schema.json is generated from it. */
export const ReceiptSchema = Type.Object(
  {
    receipt_version: Type.Literal(1, {
      description: 'Grows when a member changes its meaning or goes; not with new ones.',
    }),
    convertd: text('Version of convertd.'),
    conversion: closed({ category: text('Category.'), target: text('Target.') }, 'What was asked for.'),
    input: Type.Array(FileSchema, { description: 'What the output was made of.' }),
    output: FileSchema,
    route: Type.Array(Step, { description: 'Programs of the conversion, in the order of their first run.' }),
    options: OptionsSchema,
    counts: Type.Record(Type.String(), Sides, {
      description: 'What was counted, by name. What neither side has or tells is missing.',
    }),
    fonts: Type.Union([Fonts, Type.Null()], {
      description: 'Fonts of an output with pages (PDF); null of other ones, if nothing is counted, or without fonts.',
    }),
    fewer: Type.Array(Type.String(), {
      description:
        'Names of counts that the output has less of. Options may have asked for it, such as pages or a smaller size.',
    }),
    losses: Type.Array(IssueSchema, { description: 'What the output lacks of the input, or of what was asked for.' }),
    notes: Type.Array(IssueSchema, { description: 'All other warnings.' }),
    seconds: seconds('From the first byte of the first input until the output was made.'),
  },
  {
    $id: 'urn:convertd:receipt:1',
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Receipt of a conversion',
    description: 'What one conversion did to make one output.',
    additionalProperties: false,
  },
);

export type Receipt = Static<typeof ReceiptSchema>;
export type ReceiptFile = Static<typeof FileSchema>;
export type ReceiptIssue = Static<typeof IssueSchema>;
