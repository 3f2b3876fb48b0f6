import { globSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { CONVERTD, temporaryFolder } from '../cli/support.ts';
import { newInstallation, startServe } from '../service/serve-support.ts';
import { commandsIn, makeFiles } from './examples.ts';

const PAGES = ['README.md', 'docs/quickstart.md', 'docs/command-line.md', 'docs/everyday-tasks.md', 'docs/markdown.md'];

/** Examples that are not run here, and why. */
const ELSEWHERE: readonly (readonly [command: RegExp, reason: string])[] = [
  [/ https:\/\/example\.org/, 'needs the internet; test/tools/programs/chromium opens pages of its own'],
  [
    /language_stt/,
    'needs a model that is not part of the project; test/tools/programs/speech has it where one is installed',
  ],
  [/convertd (watch|serve|mcp|worker)/, 'runs until it is stopped: test/cli/watch.test.ts, test/mcp, and below'],
  [/completion/, 'test/cli/shell.detail.ts and test/cli/shells.detail.ts'],
];

const COMMAND = /^(bin\/)?convertd /;
const commands = [...new Set(PAGES.flatMap((page) => commandsIn(page, COMMAND)))].map((each) =>
  each.replace(/^bin\//, ''),
);
const isElsewhere = (command: string) => ELSEWHERE.some(([pattern]) => pattern.test(command));

const PATH = { PATH: `${dirname(CONVERTD)}:${process.env.PATH}` };

/** Sizes of the files in a folder. */
const sizes = (folder: string): Map<string, number> =>
  new Map(
    globSync('**/*', { cwd: folder })
      .map((name) => [name, statSync(join(folder, name))] as const)
      .filter(([, stats]) => stats.isFile())
      .map(([name, { size, mtimeMs }]) => [`${name} ${mtimeMs}`, size]),
  );

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
    const before = sizes(folder);
    const { exitCode, stdout, stderr } = await execa('bash', ['-o', 'pipefail', '-c', command], {
      cwd: folder,
      env: PATH,
      reject: false,
    });
    expect(exitCode, stderr).toBe(0);
    const outputs = [...sizes(folder)].filter(([name]) => !before.has(name));
    if (!/convertd (convert|run|\S+\.\w+) /.test(command)) expect(stdout.length).toBeGreaterThan(100);
    else {
      expect(outputs.length).toBeGreaterThan(0);
      for (const [name, size] of outputs) expect(size, name).toBeGreaterThan(20);
    }
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
  test.each(['README.md', 'docs/quickstart.md', 'docs/service.md'])(
    'those of %s work one after another',
    async (page) => {
      const requests = requestsIn(page);
      expect(requests.length).toBeGreaterThan(0);
      const folder = await temporaryFolder();
      await makeFiles(folder, requests);
      const serve = await startServe(await newInstallation());
      const known: Record<string, string> = { ...PATH, BASE: serve.url, KEY: serve.key };
      for (const request of requests) {
        const before = sizes(folder);
        if (request.includes('$URI')) known.URI = (await serve.final(known.ID ?? '')).output[0]?.uri ?? '';
        const { stdout } = await execa('bash', ['-c', request.replace(/^curl/, 'curl -sS --fail-with-body')], {
          cwd: folder,
          env: known,
        });
        if (/ -o | -OJ /.test(request)) {
          expect([...sizes(folder)].filter(([name, size]) => !before.has(name) && size > 100).length, request).toBe(1);
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
