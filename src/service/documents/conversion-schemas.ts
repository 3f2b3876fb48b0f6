import Type, { type Static } from 'typebox';
import { DELIVERY_STORAGES } from '../../files/cloud/providers.ts';
import { Choice, FreeObject, NoCredentials, Text, TextOrNull } from './shapes.ts';

/* Schemas of a job's conversions, of their inputs and of the storages that their outputs are delivered to. */

export const ConversionInput = Type.Object(
  {
    type: Choice(['conversion'], 'All outputs of another conversion of the job'),
    source: Type.String({ maxLength: 64, description: 'Its `id`; in a request also its `name`' }),
  },
  { description: 'What a conversion takes instead of the inputs of the job' },
);
export type ConversionInput = Static<typeof ConversionInput>;

export const OutputTargetDocument = Type.Object(
  {
    type: Choice(DELIVERY_STORAGES, 'Which storage'),
    status: Choice(
      ['waiting', 'uploading', 'completed', 'failed'],
      '`waiting`: for the outputs, or for another attempt; `uploading`: outputs are on their way; `completed`: all are there',
    ),
    parameters: FreeObject('As given'),
    credentials: Type.Array(Type.Unknown(), { description: 'Always empty: credentials are never shown' }),
  },
  { description: 'A storage that the outputs of a conversion are delivered to' },
);
export type OutputTargetDocument = Static<typeof OutputTargetDocument>;

export const ConversionDocument = Type.Object(
  {
    id: Text('UUID'),
    name: TextOrNull('As given; null: none'),
    input: Type.Array(ConversionInput, { description: 'Empty: it takes the inputs of the job' }),
    category: Text('Category of the target, such as `audio`'),
    target: Text('Target format, such as `mp3`'),
    options: FreeObject('Options of the target; `********` in place of secrets'),
    metadata: FreeObject('As given'),
    output_target: Type.Array(OutputTargetDocument, { description: 'Storages that its outputs are delivered to' }),
  },
  { $id: 'Conversion', description: 'What a job makes of its inputs' },
);
export type ConversionDocument = Static<typeof ConversionDocument>;

const Chain = {
  name: Type.Optional(
    Type.Union([Type.String({ pattern: '^[\\w.-]{1,64}$' }), Type.Null()], {
      description: 'A name of your choice, unique in the job, by which other conversions can take the outputs',
    }),
  ),
  input: Type.Optional(
    Type.Union([Type.Array(ConversionInput, { maxItems: 100 }), Type.Null()], {
      description:
        'Conversions of the job whose outputs this one takes; left out, empty or null: it takes the inputs of the job',
    }),
  ),
};

export const OutputTargetBody = Type.Object(
  {
    type: Type.String({ maxLength: 64, description: `Which storage: ${DELIVERY_STORAGES.join(', ')}` }),
    parameters: Type.Optional(
      FreeObject(
        'Where the outputs go in the storage: `bucket` and `file`, say. A `file` that ends in a slash, or none, is a folder',
      ),
    ),
    credentials: Type.Optional(
      Type.Union([FreeObject('Of the storage. Never shown'), NoCredentials, Type.Null()], {
        description: 'The empty array that answers show keeps the stored ones where nothing else of the target changes',
      }),
    ),
  },
  { description: 'A storage to deliver the outputs to' },
);
export type OutputTargetBody = Static<typeof OutputTargetBody>;

const OutputTargets = Type.Optional(
  Type.Union([Type.Array(OutputTargetBody, { maxItems: 10 }), Type.Null()], {
    description: 'Storages to deliver the outputs to',
  }),
);

export const ConversionBody = Type.Object(
  {
    category: Type.Optional(
      Type.String({ maxLength: 64, description: 'Needed where several categories have the target' }),
    ),
    target: Type.String({ maxLength: 64, description: 'Target format, such as `mp3`' }),
    ...Chain,
    options: Type.Optional(
      Type.Union([FreeObject('By name'), Type.Null()], {
        description: 'Options of the target, as `GET /v2/conversions` lists them',
      }),
    ),
    metadata: Type.Optional(
      FreeObject(
        'Set in the outputs: `{"title": "…", "author": null, "clear_all": true}`. Null removes a field, `clear_all` everything of the source',
      ),
    ),
    output_target: OutputTargets,
  },
  { description: 'A conversion to add' },
);
export type ConversionBody = Static<typeof ConversionBody>;

export const ConversionPatch = Type.Object(
  {
    ...Chain,
    options: Type.Optional(FreeObject('Replaces the options; `********` in place of a secret keeps the stored one')),
    metadata: Type.Optional(FreeObject('Replaces the metadata')),
    output_target: OutputTargets,
  },
  { description: 'What to change of a conversion' },
);
export type ConversionPatch = Static<typeof ConversionPatch>;
