declare const content: unique symbol;

/** The JSON text of a value; both databases store this. */
export type Json<Value> = string & { readonly [content]: Value };

/** A value encrypted for one row: sealed-columns.ts seals and opens it. */
export type Sealed<Value> = string & { readonly [content]: { readonly sealed: Value } };

export const toJson = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>;

/** Returns the value that `toJson` was given. It is not validated: only the service writes these columns. */
export const fromJson = <Value>(json: Json<Value>): Value => JSON.parse(json) as Value;
