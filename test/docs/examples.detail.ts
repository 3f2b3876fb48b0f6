import { globSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { CONVERTD, ROOT, temporaryFolder } from '../cli/support.ts';
import { newInstallation, startInputs, startServe } from '../service/serve-support.ts';
import { commandsIn, EXAMPLE, makeFiles, newFiles, send } from './examples.ts';

const MOVES = globSync('docs/coming-from/*.md', { cwd: ROOT });
const PAGES = ['README.md', 'docs/quickstart.md', 'docs/command-line.md', 'docs/markdown.md'];

/** Examples that are not run here, and why. */
const ELSEWHERE: readonly (readonly [command: RegExp, reason: string])[] = [
  [/ https:\/\/example\.org/, 'needs the internet; test/tools/programs/chromium opens pages of its own'],
  [
    /language_stt/,
    'needs a model that is not part of the project; test/tools/programs/speech has it where one is installed',
  ],
  [/convertd (agent|watch|serve|mcp|worker)/, 'runs until it is stopped: test/cli, test/mcp, and below'],
  [/completion/, 'test/cli/shell.detail.ts and test/cli/shells.detail.ts'],
];

const COMMAND = /^(bin\/)?convertd /;
const commands = [...new Set(PAGES.flatMap((page) => commandsIn(page, COMMAND)))].map((each) =>
  each.replace(/^bin\//, ''),
);
const isElsewhere = (command: string) => ELSEWHERE.some(([pattern]) => pattern.test(command));

const PATH = { PATH: `${dirname(CONVERTD)}:${process.env.PATH}` };

const sizeOf = (folder: string, name: string): number => statSync(join(folder, name)).size;

describe('examples of the documentation', () => {
  test('are found, and each that is not run has a reason', () => {
    expect(commands.length).toBeGreaterThan(25);
    for (const [pattern, reason] of ELSEWHERE)
      expect(
        commands.some((each) => pattern.test(each)),
        reason,
      ).toBe(true);
  });

  test.each(commands.filter((command) => !isElsewhere(command)))('%s', async (command) => {
    const folder = await temporaryFolder();
    await makeFiles(folder, [command]);
    let stdout = '';
    const outputs = await newFiles(folder, async () => {
      ({ stdout } = await execa('bash', ['-o', 'pipefail', '-c', command], { cwd: folder, env: PATH }));
    });
    if (!/convertd (convert|unpack|run|\S+\.\w+) /.test(command)) expect(stdout.length).toBeGreaterThan(100);
    else expect(outputs.filter((name) => sizeOf(folder, name) > 20)).not.toEqual([]);
  });

  test('a command that is wrong fails', async () => {
    const folder = await temporaryFolder();
    await makeFiles(folder, ['convertd convert talk.wav mp3']);
    const wrong = await execa('bash', ['-c', 'convertd convert talk.wav mp5'], {
      cwd: folder,
      env: PATH,
      reject: false,
    });
    expect(wrong.exitCode).toBe(2);
  });
});

/** Returns the requests of a page, each with its lines joined. */
function requestsIn(page: string): string[] {
  const requests: string[] = [];
  for (const line of commandsIn(page, /./)) {
    if (line.startsWith('curl ')) requests.push(line);
    else if (requests.length > 0 && (requests.at(-1) ?? '').split("'").length % 2 === 0)
      requests.push(`${requests.pop()}\n${line}`);
  }
  return requests.map((request) => request.replace(/\s+#[^'\n]*$/, ''));
}

describe('requests of the documentation', () => {
  test.each(['README.md', 'docs/quickstart.md', 'docs/service.md', ...MOVES])(
    'those of %s work one after another',
    async (source) => {
      const requests = requestsIn(source);
      expect(requests.length).toBeGreaterThan(0);
      const folder = await temporaryFolder();
      await makeFiles(folder, requests);
      const { address, text } = await startInputs();
      const serve = await startServe(await newInstallation(), { ALLOWED_ADDRESSES: address, GOTENBERG_API: 'open' });
      const page = text('page.html', '<!DOCTYPE html><title>Page</title><h1>Good morning</h1>');
      const known: Record<string, string> = { ...PATH, BASE: serve.url, KEY: serve.key };
      for (const request of requests) {
        if (/\$URI|\/download /.test(request)) known.URI = (await serve.final(known.ID ?? '')).output[0]?.uri ?? '';
        const { stdout, outputs } = await send(folder, request.replace(EXAMPLE, page), known);
        if (/ -o | -OJ /.test(request)) {
          expect(outputs.filter((name) => sizeOf(folder, name) > 100).length, request).toBe(1);
          continue;
        }
        const answer: unknown = JSON.parse(stdout);
        if (isJob(answer)) Object.assign(known, { ID: answer.id, TOKEN: answer.token });
      }
    },
  );
});

const isJob = (value: unknown): value is { id: string; token: string } =>
  typeof value === 'object' && value !== null && 'token' in value && 'id' in value;
