/** JSON Schema (2020-12 subset that Ajv reads by default) of a task, version 1. Only `conversion` and `input[].source` are required. */
export const TASK_SCHEMA = {
  type: 'object',
  required: ['conversion', 'input'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' },
    version: { const: 1 },
    // Part of a routing key, so without dots.
    job_id: { type: ['string', 'null'], minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_-]+$' },
    conversion: {
      type: 'object',
      required: ['category', 'target'],
      properties: {
        id: { type: 'string', minLength: 1, maxLength: 128 },
        category: { type: 'string', minLength: 1 },
        target: { type: 'string', minLength: 1 },
        options: { type: ['object', 'null'] },
        metadata: { type: ['object', 'null'] },
      },
    },
    input: {
      type: 'array',
      minItems: 1,
      maxItems: 10_000,
      items: {
        type: 'object',
        required: ['source'],
        properties: {
          id: { type: 'string', minLength: 1, maxLength: 128 },
          type: { enum: ['remote', 'cloud'] },
          source: { type: 'string', minLength: 1 },
          filename: { type: ['string', 'null'], maxLength: 1024 },
          engine: { type: ['string', 'null'], minLength: 1, maxLength: 64 },
          options: { type: ['object', 'null'] },
          max_size: { type: ['integer', 'null'], minimum: 1 },
          // Only for a cloud input. The storage itself defines its parameters, and all other credentials.
          parameters: { type: ['object', 'null'] },
          credentials: {
            type: ['object', 'null'],
            properties: { decrypt_password: { type: ['string', 'null'], maxLength: 1024 } },
          },
        },
      },
    },
    ordered: { type: ['boolean', 'null'] },
    output: {
      type: ['object', 'null'],
      properties: { store: { type: ['string', 'null'] } },
    },
  },
} as const;
