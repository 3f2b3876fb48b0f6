import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { parseFeature, readScenarios, type Scenario } from '../../scripts/gotenberg-scenarios/features.ts';
import { attachmentsOf, hasOutline, isEncrypted } from '../../scripts/gotenberg-scenarios/pdf-facts.ts';
import { summary } from '../../scripts/gotenberg-scenarios/report.ts';
import { definitionOf, runScenario } from '../../scripts/gotenberg-scenarios/run.ts';
import { ScenarioServer } from '../../scripts/gotenberg-scenarios/server.ts';
import { serviceAt } from '../../scripts/gotenberg-scenarios/service.ts';
import { settingsOf } from '../../scripts/gotenberg-scenarios/settings.ts';
import { temporaryFolder } from '../cli/support.ts';
import { makeZip } from '../support/make-zip.ts';
import { plainPdf } from '../support/plain-pdf.ts';

const FEATURE = `
@sample
Feature: Sample

  Scenario: Two pages
    Given I have a default Gotenberg container
    When I make a "POST" request to Gotenberg at the "/two" endpoint with the following form data and header(s):
      | files           | testdata/note.txt | file   |
      | note            | a \\| b           | field  |
      | Gotenberg-Trace | two-pages         | header |
    Then the response status code should be 200
    Then the response header "Content-Type" should be "application/pdf"
    Then there should be 1 PDF(s) in the response
    Then there should be the following file(s) in the response:
      | two.pdf |
    Then the "two.pdf" PDF should have 2 page(s)
    Then the "two.pdf" PDF should NOT be set to landscape orientation
    Then the "two.pdf" PDF should NOT have a document outline
    Then the response PDF(s) should be flatten
    Then the response PDF(s) should NOT be encrypted

  # Its last step is wrong.
  Scenario: A zip
    Given I have a Gotenberg container with the following environment variable(s):
      | PDFENGINES_SPLIT_ENGINES | qpdf |
    When I make a "POST" request to Gotenberg at the "/zip" endpoint with the following form data and header(s):
      | Gotenberg-Trace | a-zip | header |
    Then there should be 2 PDF(s) in the response
    Then there should be the following file(s) in the response:
      | *_1.pdf |
    Then the "*_1.pdf" PDF should have 3 page(s)
    Then the response status code should be 200

  Scenario: A webhook
    Given I have a default Gotenberg container
    Given I have a webhook server
    When I make a "POST" request to Gotenberg at the "/hook" endpoint with the following form data and header(s):
      | Gotenberg-Trace       | a-hook                                 | header |
      | Gotenberg-Webhook-Url | http://host.docker.internal:%d/webhook | header |
    Then the response status code should be 204
    When I wait for the asynchronous request to the webhook
    Then the webhook request header "X-Foo" should be "bar"
    Then there should be 1 PDF(s) in the webhook request

  Scenario: An answer
    Given I have a Gotenberg container with the following environment variable(s):
      | API_ROOT_PATH | /foo/ |
    When I make a "GET" request to Gotenberg at the "/echo" endpoint with the following header(s):
      | X-Foo | bar |
    Then the response body should match JSON:
      """
      { "foo": "bar", "time": "ignore" }
      """
    Then the response body should contain string:
      """
      "foo"
      """
    Then the response body should match JSON:
      """
      { "foo": "baz" }
      """
`;

test('the scenarios of a file are read with their lines, tables and texts', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'features'));
  await writeFile(join(folder, 'features', 'sample.feature'), FEATURE);
  const scenarios = await readScenarios(folder);
  expect(scenarios.map(({ feature, line, name }) => [feature, line, name])).toEqual([
    ['sample', 5, 'Two pages'],
    ['sample', 23, 'A zip'],
    ['sample', 34, 'A webhook'],
    ['sample', 45, 'An answer'],
  ]);
  expect(scenarios[0]?.steps[1]?.table[1]).toEqual(['note', 'a | b', 'field']);
  expect(scenarios[3]?.steps[2]?.docString).toBe('{ "foo": "bar", "time": "ignore" }');
  expect(scenarios.flatMap(({ steps }) => steps).filter(({ text }) => definitionOf(text) === null)).toEqual([]);
  expect((await readScenarios(folder, ['sample:30'])).map(({ name }) => name)).toEqual(['A zip']);
  await expect(readScenarios(folder, ['other'])).rejects.toThrow('There is no feature other');
});

test('settings that convertd has are named by its own variables, and others keep a scenario from running', () => {
  const scenarios = parseFeature('sample', FEATURE);
  expect(scenarios.map(settingsOf)).toEqual([
    { areDefault: true, environment: {}, without: [] },
    { areDefault: false, environment: {}, without: [] },
    { areDefault: true, environment: {}, without: [] },
    { areDefault: false, environment: null, without: ['API_ROOT_PATH'] },
  ]);
});

test('every step of a right answer passes, and the first step that a wrong one fails is named', async () => {
  const run = await scenarioRunner();
  const [two, zip, hook, answer] = parseFeature('sample', FEATURE) as [Scenario, Scenario, Scenario, Scenario];
  const outcomes = [await run(two), await run(zip), await run(hook), await run(answer)];
  expect(outcomes).toEqual([
    { failure: null, unchecked: [] },
    {
      failure: { step: 'the "*_1.pdf" PDF should have 3 page(s)', reason: '*_1.pdf has 1 pages, not 3' },
      unchecked: [],
    },
    { failure: null, unchecked: [] },
    {
      failure: {
        step: 'the response body should match JSON:',
        reason: expect.stringContaining('the document.foo is "bar", not "baz"') as string,
      },
      unchecked: [],
    },
  ]);
  const examined = [two, zip, hook, answer].map((scenario, index) => ({
    scenario,
    settings: settingsOf(scenario),
    outcome: index === 3 ? null : (outcomes[index] ?? null),
  }));
  expect(summary(examined)).toContain('| sample  |      2 |  2 |');
  expect(summary(examined)).toContain('100.0 % of the scenarios');
});

test('a step about an encrypted, outlined or attached PDF sees what qpdf has written', async () => {
  const folder = await temporaryFolder();
  const plain = join(folder, 'plain.pdf');
  await writeFile(plain, plainPdf(1));
  await writeFile(join(folder, 'note.txt'), 'note');
  const locked = join(folder, 'locked.pdf');
  await execa('qpdf', ['--encrypt', 'secret', 'secret', '256', '--', plain, locked]);
  const attached = join(folder, 'attached.pdf');
  await execa('qpdf', [plain, '--add-attachment', join(folder, 'note.txt'), '--', attached]);

  expect([await isEncrypted(plain), await isEncrypted(locked)]).toEqual([false, true]);
  expect(await attachmentsOf(plain)).toEqual([]);
  expect(await attachmentsOf(attached)).toEqual([{ name: 'note.txt', relationship: null }]);
  expect(await hasOutline(plain)).toBe(false);
});

/** Starts a small server in place of the service, and the one for webhooks. */
async function scenarioRunner(): Promise<(scenario: Scenario) => ReturnType<typeof runScenario>> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'testdata'));
  await writeFile(join(folder, 'testdata', 'note.txt'), 'note');
  const small = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => small.listen(0, '127.0.0.1', resolve));
  const server = new ScenarioServer(folder);
  await server.start();
  onTestFinished(async () => {
    small.closeAllConnections();
    small.close();
    await server.close();
  });
  const service = serviceAt(`http://127.0.0.1:${(small.address() as AddressInfo).port}/`);
  return async (scenario) => {
    const work = await temporaryFolder();
    server.begin(work);
    return runScenario(scenario, {
      ...{ service, server, folder, work, version: '1' },
      ...{ answer: null, answers: [], results: null },
    });
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const trace = String(request.headers['gotenberg-trace']);
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(chunk as Buffer);
  const form = Buffer.concat(body).toString();
  const send = (type: string, name: string, content: string | Buffer) =>
    response
      .setHeader('content-type', type)
      .setHeader('content-disposition', `attachment; filename=${name}`)
      .setHeader('gotenberg-trace', trace)
      .end(content);
  if (request.url === '/two' && form.includes('a | b') && form.includes('filename="note.txt"')) {
    send('application/pdf', 'two.pdf', plainPdf(2));
  } else if (request.url === '/zip') {
    const members = [1, 2].map((count) => [`page_${count}.pdf`, plainPdf(count)] as const);
    send('application/zip', 'all.zip', makeZip(members));
  } else if (request.url === '/echo') {
    response.end(JSON.stringify({ foo: request.headers['x-foo'], time: 1 }));
  } else if (request.url === '/hook') {
    response.setHeader('gotenberg-trace', trace).writeHead(204).end();
    await fetch(String(request.headers['gotenberg-webhook-url']), {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="hook.pdf"' },
        ...{ 'gotenberg-trace': trace, 'x-foo': 'bar' },
      },
      body: plainPdf(1),
    });
  } else response.writeHead(400).end();
}
