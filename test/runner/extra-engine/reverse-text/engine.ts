import { join } from 'node:path';
import { findProgram, type ProgramPlaces, programVersion } from '../../../../src/process/programs.ts';
import { defineEngine } from '../../../../src/runner/engine.ts';
import { onlyInput } from '../../../../src/runner/only-input.ts';
import { catalog } from './catalog.ts';

const TAC: ProgramPlaces = { name: 'tac', env: 'TAC_BIN', candidates: ['/usr/bin/tac'], package: 'coreutils' };

/** Reverses the pieces of a text with tac. */
export const engine = defineEngine(catalog, {
  convert: async ({ options, inputs, target }, context) => {
    const input = onlyInput(inputs, 'A reversed text');
    const args = [
      ...(options.place === 'before' ? ['--before'] : []),
      ...(options.regex ? ['--regex'] : []),
      ...(options.separator === undefined ? [] : [`--separator=${options.separator}`]),
      input.path,
    ];
    const path = join(context.workFolder, 'reversed.txt');
    await context.run({ name: TAC.name, path: await findProgram(TAC), args, stdoutFile: path });
    return [{ path, extension: target, contentType: 'text/plain' }];
  },
  describe: async () => [
    {
      name: TAC.name,
      version: await programVersion(TAC),
      need: 'required',
      package: TAC.package,
      neededFor: ['reverse-text/txt'],
    },
  ],
});
