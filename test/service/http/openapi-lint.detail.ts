import { beforeAll, describe, expect, test } from 'vitest';
import { lintOpenApi } from '../../support/openapi-linter.ts';
import { type Json, useService } from '../support.ts';

describe('the description of the interface, by Redocly', () => {
  const service = useService('sqlite');
  let document = '';
  beforeAll(async () => {
    document = (await service().request('GET', '/v2/schema')).text;
  });

  test('has no errors and no warnings', async () => {
    expect(await lintOpenApi(document)).toEqual([]);
  });

  const job = (body: Json) => body.paths['/v2/jobs/{job_id}'].get;
  test.each<[string, string, (body: Json) => void]>([
    ['what OpenAPI 3.1 does not know', 'struct', (body) => Object.assign(job(body), { answer: {} })],
    ['a document without a version', 'struct', (body) => delete body.info.version],
    ['a reference to nothing', 'no-unresolved-refs', (body) => delete body.components.schemas.Thread],
    ['a name that is there twice', 'operation-operationId-unique', (body) => (job(body).operationId = 'getJobs')],
    [
      'an example of another shape',
      'no-invalid-media-type-examples',
      (body) => (body.components.examples.StartJob.value.process = 1),
    ],
    ['an operation without a description', 'operation-description', (body) => delete job(body).description],
    ['an operation that says nothing of security', 'security-defined', (body) => delete job(body).security],
  ])('reports %s', async (_name, rule, spoil) => {
    const body = JSON.parse(document);
    spoil(body);
    const problems = await lintOpenApi(JSON.stringify(body));
    expect(
      problems.filter((each) => each.startsWith(`${rule}: `)),
      problems.join('\n'),
    ).not.toEqual([]);
  });
});
