/** The JavaScript interface of the compiler, as TypeScript 6 had it: this package holds a copy of that. */
export { ts as default } from '@ts-morph/common';
