import { registerHooks } from 'node:module';

/*
 * A script: `node generate.ts SCHEMA FOLDER` writes a TypeScript client of the OpenAPI document into the folder with @hey-api/openapi-ts.
 * That needs the JavaScript interface of the compiler, which our TypeScript 7 no longer has: in this process, another package
 * replaces it.
 */
const COMPILER = new URL('compiler.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? COMPILER : specifier, context),
});

const { createClient } = await import('@hey-api/openapi-ts');

const [schema, folder] = process.argv.slice(2);
if (schema === undefined || folder === undefined) throw new Error('usage: generate.ts SCHEMA FOLDER');
await createClient({
  input: schema,
  // With file extensions, because Node runs the TypeScript directly.
  output: { path: folder, importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error', file: false },
});
