import { createRequire, syncBuiltinESMExports } from 'node:module';

/** Unit tests must pass with nothing but Node installed: starting a program throws an error that says so. */
const module = createRequire(import.meta.url)('node:child_process') as Record<string, unknown> & {
  readonly ChildProcess: { readonly prototype: Record<string, unknown> };
};
const refuse = (): never => {
  throw new Error('a unit test (*.unit.ts) starts no program: name the file *.test.ts');
};
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'])
  module[name] = refuse;
module.ChildProcess.prototype.spawn = refuse;
syncBuiltinESMExports();
