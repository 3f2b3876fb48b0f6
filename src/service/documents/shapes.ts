import Type from 'typebox';

/* Parts of the schemas of requests and answers. */

export const Text = (description: string) => Type.String({ description });
export const Choice = (choices: readonly string[], description: string) =>
  Type.String({ enum: [...choices], description });
export const Flag = (description: string) => Type.Boolean({ description });
export const FreeObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
export const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** What answers show instead of credentials. */
export const NoCredentials = Type.Array(Type.Unknown(), { maxItems: 0 });
