import type { OperationPages } from '../document.ts';
import { IF_NONE_MATCH, KEPT } from '../parameters.ts';

/* Operations that are not about one job: catalog, presets, the account of a key, this description. */

const UNCHANGED = { description: 'What you have is current.', headers: KEPT };

/** Anyone may ask; a key shows more. */
const KEY_IS_OPTIONAL = [{}, { ApiKey: [] }];

export const CATALOG_PAGES: OperationPages = {
  'get /v2/conversions': {
    operationId: 'getConversions',
    description: `
Lists what can be converted here: each target with its category and its options. An option is described by a JSON Schema, with its
default and an example.

The list depends on the installation: targets without an engine are left out, unless \`all=true\`. Clients may keep it for five minutes.`,
    headers: [IF_NONE_MATCH],
    answers: {
      200: { description: 'The catalog.', headers: KEPT, examples: ['CatalogOfMp3'] },
      304: UNCHANGED,
    },
    refusals: { 400: { examples: ['WrongPage'] } },
  },
  'get /v2/statuses': {
    operationId: 'getStatuses',
    description: 'Lists the statuses that a job can have, in the order of its life, each with a sentence for people.',
    headers: [IF_NONE_MATCH],
    answers: { 200: { description: 'The statuses.', headers: KEPT, examples: ['Statuses'] }, 304: UNCHANGED },
  },
};

export const PRESET_PAGES: OperationPages = {
  'get /v2/presets': {
    operationId: 'getPresets',
    description: `
Lists presets: options under a name, which a conversion uses by its option \`preset\`. Everyone sees those of the operator; with an API key
you also see your own, which win over public ones of the same name.`,
    security: KEY_IS_OPTIONAL,
    headers: [IF_NONE_MATCH],
    answers: { 200: { description: 'The presets.', headers: KEPT, examples: ['PresetList'] }, 304: UNCHANGED },
    refusals: { 401: { examples: ['NoKey'] } },
  },
  'post /v2/presets': {
    operationId: 'postPresets',
    description: `
Makes a preset that only this key sees. Everyone who has the key can read it, so options that are passwords are refused. Jobs apply a
preset when a conversion is added: changing or deleting it later does not change them.`,
    request: ['NewPreset'],
    answers: { 201: { description: 'The new preset.', examples: ['Preset'] } },
    refusals: {
      400: { examples: ['WrongOption', 'UnknownTarget', 'PublicPreset'] },
      401: { examples: ['NoKey'] },
      402: { examples: ['TooManyPresets'] },
      409: { examples: ['PresetNameTaken'] },
    },
  },
  'get /v2/presets/{preset_id}': {
    operationId: 'getPreset',
    description: 'Reads a preset: one of the operator, or one of the key.',
    security: KEY_IS_OPTIONAL,
    answers: { 200: { description: 'The preset.', examples: ['Preset'] } },
    refusals: { 401: { examples: ['NoKey'] }, 404: { examples: ['NoSuchPreset'] } },
  },
  'patch /v2/presets/{preset_id}': {
    operationId: 'patchPreset',
    description: `
Changes the name of a preset of the key, or replaces its options as a whole. Its category and target stay: other fields of the document
are ignored, so you can send it back as you have read it.`,
    request: ['RenamePreset'],
    answers: { 200: { description: 'The preset as it is now.', examples: ['RenamedPreset'] } },
    refusals: {
      400: { examples: ['WrongOption'] },
      401: { examples: ['NoKey'] },
      404: { examples: ['NoSuchOwnPreset'] },
      409: { examples: ['PresetNameTaken'] },
    },
  },
  'delete /v2/presets/{preset_id}': {
    operationId: 'deletePreset',
    description: 'Deletes a preset of the key. Jobs that have used it stay as they are.',
    answers: { 204: { description: 'The preset is gone.' } },
    refusals: { 401: { examples: ['NoKey'] }, 404: { examples: ['NoSuchOwnPreset'] } },
  },
};

const USAGE = `Days and months without jobs have no row. Numbers are strings.

\`single\` is about this key. \`all\` is about all keys together, for keys of the contract \`unlimited\`; others are refused.`;

export const ACCOUNT_PAGES: OperationPages = {
  'get /v2/contracts': {
    operationId: 'getContracts',
    description: `
Lists the contract of the key: its limits, what of them is used, and when credits come back. The list has one item.

A thread costs one credit, one more for each full 100 MB of its inputs, and one more for each full minute that it runs. Credits come back
24 hours after they were used.`,
    answers: { 200: { description: 'The contract.', examples: ['Contracts'] } },
    refusals: { 401: { examples: ['NoKey'] } },
  },
  'get /v2/stats/day/{date}/{whose}': {
    operationId: 'getStatsOfDay',
    description: `What was used on one day (UTC). ${USAGE}`,
    path: { date: '2026-01-31' },
    answers: { 200: { description: 'One row, or none.', examples: ['UsageOfDay'] } },
    refusals: { 400: { examples: ['WrongDay'] }, 401: { examples: ['NoKey', 'StatisticsOfAll'] } },
  },
  'get /v2/stats/month/{date}/{whose}': {
    operationId: 'getStatsOfMonth',
    description: `What was used in one month (UTC), a row for each day. ${USAGE}`,
    path: { date: '2026-01' },
    answers: { 200: { description: 'The days.', examples: ['UsageOfMonth'] } },
    refusals: { 400: { examples: ['WrongMonth'] }, 401: { examples: ['NoKey', 'StatisticsOfAll'] } },
  },
  'get /v2/stats/year/{date}/{whose}': {
    operationId: 'getStatsOfYear',
    description: `What was used in one year (UTC), a row for each month. ${USAGE}`,
    path: { date: '2026' },
    answers: { 200: { description: 'The months.', examples: ['UsageOfYear'] } },
    refusals: { 400: { examples: ['WrongYear'] }, 401: { examples: ['NoKey', 'StatisticsOfAll'] } },
  },
  'get /v2/schema': {
    operationId: 'getSchema',
    description: 'This document, for generators of clients and for other tools. `/v2/docs/` shows it to people.',
    headers: [IF_NONE_MATCH],
    answers: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        headers: KEPT,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['openapi', 'info', 'paths'],
              properties: {
                openapi: { type: 'string' },
                info: { type: 'object', additionalProperties: true },
                paths: { type: 'object', additionalProperties: true },
              },
              additionalProperties: true,
            },
            examples: {
              Start: {
                summary: 'Its first lines',
                value: { openapi: '3.1.0', info: { title: 'convertd', version: '2.0.1' }, paths: {} },
              },
            },
          },
        },
      },
      304: UNCHANGED,
    },
  },
};
