import { CadValue, CadValueType } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/** acad-ts does not read a table with an empty cell, or with a value without a kind, at all. */
export const tableValues = (): Undo =>
  replaceMethod<(this: CadValue, value: unknown) => void>(
    CadValue.prototype,
    'setValue',
    (original) =>
      function (value) {
        if (this.valueType === CadValueType.Unknown) this.value = value;
        else original.call(this, value);
      },
  );
