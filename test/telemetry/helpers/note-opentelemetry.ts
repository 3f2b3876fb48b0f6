/*
 * Preloaded into a process (`--import`): appends the name of each OpenTelemetry package from which the process loads a module to the file
 * LOADED_PACKAGES.
 */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { LOADED_PACKAGES } = process.env;

registerHooks({
  load(url, context, next) {
    const [, name] = /\/node_modules\/@opentelemetry\/([^/]+)\//.exec(url) ?? [];
    if (name !== undefined && LOADED_PACKAGES !== undefined) appendFileSync(LOADED_PACKAGES, `${name}\n`);
    return next(url, context);
  },
});
