import { join } from 'node:path';
import type { Engine, EngineContext, EngineRequest, LocalInput, OutputFile } from '../../src/runner/engine.ts';
import { stem } from '../../src/runner/naming.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { partFolder, within } from '../../src/runner/part.ts';
import { bookArguments } from './arguments.ts';
import { convertBook } from './calibre/convert.ts';
import { describePrograms } from './describe.ts';
import { prepareOffice, type Readable } from './prepare/office.ts';
import { sourceOf } from './sources.ts';
import { requireTarget, TARGETS } from './targets.ts';

/** The engine of the ebook category: one input becomes what calibre reads, and calibre makes the book. */
export const engine: Engine = {
  category: 'ebook',
  combinesInputs: () => false,
  convert,
  describe: describePrograms,
};

/** Share of the progress until calibre can begin, percent. */
const PREPARED = 30;

async function convert(request: EngineRequest, context: EngineContext): Promise<OutputFile[]> {
  const target = requireTarget(request.target);
  const input = onlyInput(request.inputs, 'A book');
  const book = await prepare(input, within(context, 0, PREPARED));
  const { extension, contentType } = TARGETS[target];
  const folder = await partFolder(context, 'made');
  const output = `book.${extension}`;
  await convertBook(
    {
      input: book.path,
      name: stem(input.filename),
      format: book.format,
      output,
      args: bookArguments(target, request.options),
    },
    folder,
    within(context, PREPARED, 100),
  );
  return [{ path: join(folder, output), extension, contentType }];
}

async function prepare(input: LocalInput, context: EngineContext): Promise<Readable> {
  const source = sourceOf(input);
  if (source.kind === 'office') return prepareOffice(input, context);
  return { path: input.path, format: source.format };
}
