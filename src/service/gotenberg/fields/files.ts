import type { FileCheck } from './field.ts';

/* Files that a route needs. */

/** @param extensions in lower case, with dots */
export const filesOf = (extensions: readonly string[]): FileCheck => ({
  problem: (form) =>
    form.filesOf(extensions).length > 0 ? null : `no form file found for extensions: [${extensions.join(' ')}]`,
});

export const fileNamed = (name: string): FileCheck => ({
  problem: (form) => (form.fileNamed(name) === undefined ? `form file '${name}' is required` : null),
});
