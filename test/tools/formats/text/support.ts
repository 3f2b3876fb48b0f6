import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll } from 'vitest';
import { parseAllowList } from '../../../../src/files/fetch/address-guard.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { convertOffice } from '../../../../tools/programs/libreoffice/convert.ts';
import { engineTask } from '../../../support/engine-context.ts';

/** Makes a folder for the tests of one file, removed after them, with the context of a task in it. */
export async function workspace(): Promise<{
  folder: string;
  context: WorkContext;
  file(name: string, content: Uint8Array | string): Promise<string>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-text-test-'));
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  const refuse = (): never => {
    throw new Error('the text steps run no native program');
  };
  const context: WorkContext = {
    workFolder: folder,
    signal: new AbortController().signal,
    allowedAddresses: parseAllowList(),
    progress() {},
    warn() {},
    run: refuse,
    pipe: refuse,
  };
  return {
    folder,
    context,
    async file(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
  };
}

/** Returns the output of a Python program, parsed as JSON. Throws if it fails. */
export function python<Result>(program: string, args: readonly string[] = [], input: string | Uint8Array = ''): Result {
  const result = spawnSync('/usr/bin/python3', ['-c', program, ...args], { input, maxBuffer: 64 * 1024 ** 2 });
  if (result.status !== 0) throw new Error(`python3 failed: ${result.stderr}`);
  return JSON.parse(result.stdout.toString()) as Result;
}

/** Parses a page with Python: `<name`, attributes and texts, in order. */
export function htmlEvents(html: string): { tags: string[]; attributes: [string, string, string][]; text: string } {
  return python(
    `
import html.parser, json, sys
tags, attributes, text = [], [], []
class Reader(html.parser.HTMLParser):
    def handle_starttag(self, tag, values):
        tags.append(tag)
        attributes.extend([tag, name, value or ''] for name, value in values)
    def handle_endtag(self, tag): tags.append('/' + tag)
    def handle_data(self, data): text.append(data)
reader = Reader()
reader.feed(sys.stdin.read())
reader.close()
print(json.dumps({'tags': tags, 'attributes': attributes, 'text': ''.join(text)}))
`,
    [],
    html,
  );
}

export const hasLibreOffice = spawnSync('sh', ['-c', 'command -v soffice']).status === 0;

/** LibreOffice's filters for the examined formats. */
const STORED = {
  xlsx: { filter: 'Calc MS Excel 2007 XML' },
  odt: { filter: 'writer8' },
  html: { filter: 'HTML (StarWriter)' },
  txt: { filter: 'Text (encoded)', options: 'UTF8,LF,,,false' },
} as const;

/** Converts one file with LibreOffice, with an import filter and its options. @returns the path of the output */
export async function libreOffice(
  input: string,
  [filter, options]: readonly [filter: string, options?: string],
  target: keyof typeof STORED,
  folder: string,
): Promise<string> {
  const workFolder = await mkdtemp(join(folder, 'office-'));
  const { context } = engineTask({ workFolder, readable: [input], signal: new AbortController().signal });
  const load = options === undefined ? { filter } : { filter, options };
  const store = [{ name: `out.${target}`, ...STORED[target] }];
  await convertOffice({ input, name: basename(input), load, store }, workFolder, context, 'warm');
  return join(workFolder, `out.${target}`);
}
