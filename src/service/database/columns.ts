declare const content: unique symbol;

/** The JSON text of a value, which is how both databases keep it. */
export type Json<Value> = string & { readonly [content]: Value };

/** A value encrypted for one row: sealed-columns.ts seals and opens it. */
export type Sealed<Value> = string & { readonly [content]: { readonly sealed: Value } };

export const toJson = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>;

/** What `toJson` was given. Not validated: the service alone writes these columns. */
export const fromJson = <Value>(json: Json<Value>): Value => JSON.parse(json) as Value;
