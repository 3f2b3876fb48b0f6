import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Static, TSchema } from 'typebox';

/** Returns the arguments of a tool, which the SDK publishes and checks. TypeBox's schemas are JSON Schema; only the types differ. */
export function argumentsOf<Schema extends TSchema>(
  schema: Schema,
): StandardSchemaWithJSON<Static<Schema>, Static<Schema>> {
  return fromJsonSchema<Static<Schema>>(schema as Parameters<typeof fromJsonSchema>[0]);
}
