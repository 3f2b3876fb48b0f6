/** The JavaScript interface of TypeScript 6's compiler, of which this package has a copy. */
export { ts as default } from '@ts-morph/common';
