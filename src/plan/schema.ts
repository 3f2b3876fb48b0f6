import Type, { type Static } from 'typebox';
import { closed, FileSchema, IssueSchema, OptionsSchema, text } from '../receipt/schema.ts';

const Program = closed(
  {
    program: text('Name of a program or library.'),
    version: Type.Union([Type.String(), Type.Null()], {
      description: 'Its version; null: part of convertd, or unknown.',
    }),
  },
  'A program that the step needs. Depending on the input, further ones may run.',
);

const Step = closed(
  {
    category: text('Category of the conversion.'),
    target: text('Its target.'),
    programs: Type.Array(Program, { description: 'Programs of the step.' }),
  },
  'One conversion of the route.',
);

const LikelyLoss = closed(
  {
    count: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of what is counted, as in counts; null: it is in the nature of the route.',
    }),
    amount: Type.Union([Type.Number(), Type.Null()], { description: 'How much of it the inputs have.' }),
    message: text('What the result will lack.'),
  },
  'Something that the result will lack.',
);

/** What a conversion would do. docs/schemas/plan.schema.json is generated from it. */
export const PlanSchema = Type.Object(
  {
    plan_version: Type.Literal(1, {
      description: 'Grows when a member changes its meaning or goes; not with new ones.',
    }),
    convertd: text('Version of convertd.'),
    conversion: closed({ category: text('Category.'), target: text('Target.') }, 'What was asked for.'),
    input: Type.Array(FileSchema, { description: 'What would be converted.' }),
    route: Type.Array(Step, { description: 'Conversions in their order; the last one makes the output.' }),
    options: OptionsSchema,
    counts: Type.Record(Type.String(), Type.Number(), {
      description: 'What the inputs have together, by name, as far as it can be counted without converting them.',
    }),
    likely_losses: Type.Array(LikelyLoss, {
      description: 'What the result will lack, as far as the inputs alone show it.',
    }),
    notes: Type.Array(IssueSchema, { description: 'All other warnings.' }),
    expected_seconds: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
      description:
        'How long it would take, with usual options, on the machine where it was measured; null: nothing like it was, or the input does not say how long it is.',
    }),
    expected_credits: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'What a job service would charge for it; null: unknown, as its time is.',
    }),
  },
  {
    $id: 'urn:convertd:plan:1',
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Plan of a conversion',
    description: 'What one conversion would do. Nothing was converted for it.',
    additionalProperties: false,
  },
);

export type Plan = Static<typeof PlanSchema>;
export type LikelyLossOfPlan = Static<typeof LikelyLoss>;
