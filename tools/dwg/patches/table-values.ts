import { CadValue, CadValueType } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/** A table with a cell that is empty, or whose value has no kind, was not read at all. */
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
