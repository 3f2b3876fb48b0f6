import Type, { type TSchema } from 'typebox';
import { MAX_TAGS, MAX_TEXT } from '../limits.ts';

/** An object without further members. */
export const closed = <Properties extends Record<string, TSchema>>(properties: Properties, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

export const text = (description: string) => Type.String({ maxLength: MAX_TEXT, description });

/** A count, 0 or more. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });

export const flag = (description: string) => Type.Boolean({ description });

export const number = (description: string) => Type.Number({ description });

/** A date, or a date and time, with the zone if the file has one. */
export const date = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)?)?$',
    description: `${description} ISO 8601; without a zone where the file has none.`,
  });

/** A list cut at a limit, with the total count. */
export const list = <Item extends TSchema>(item: Item, limit: number, description: string) =>
  closed(
    {
      count: count('All of them.'),
      items: Type.Array(item, { maxItems: limit, description: `The first ${limit} of them.` }),
    },
    description,
  );

/** Names that the file chooses, with their values; lists and structures have at most 100 items. */
export const tags = (description: string) =>
  Type.Record(
    Type.String(),
    Type.Union([
      text('A text.'),
      Type.Number(),
      Type.Boolean(),
      Type.Array(Type.Unknown(), { maxItems: 100 }),
      Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 }),
    ]),
    { maxProperties: MAX_TAGS, description },
  );
