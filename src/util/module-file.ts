import { extname } from 'node:path';

/** `.ts` in a checkout, whose sources Node runs as they are; `.js` in the npm package, because Node strips no types below node_modules. */
const EXTENSION = extname(import.meta.filename);

/** Returns the path or the address of a module as it is here. @param source the same, with the `.ts` that it has in the sources */
export const moduleFile = (source: string): string => source.replace(/\.ts$/, EXTENSION);
