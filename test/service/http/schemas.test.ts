import { Ajv } from 'ajv';
import makeWriter from 'fast-json-stringify';
import { type FastifyInstance, fastify } from 'fastify';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { describeRoutes } from '../../../src/service/http/openapi/routes.ts';
import type { Routes, Server } from '../../../src/service/http/routes.ts';
import { ROUTES } from '../../../src/service/http/server.ts';
import { useService } from '../support.ts';

/** A server that compiles all schemas at its start; the service compiles each at the first request. */
function eagerServer(): { server: Server; compiled: { requests: number; answers: number } } {
  const compiled = { requests: 0, answers: 0 };
  const ajv = new Ajv({ strictTypes: false, strictRequired: false });
  const server = fastify() as FastifyInstance as Server;
  server.setValidatorCompiler<object>(({ schema }) => {
    compiled.requests += 1;
    return ajv.compile(schema);
  });
  server.setSerializerCompiler<object>(({ schema }) => {
    compiled.answers += 1;
    return makeWriter(schema);
  });
  return { server, compiled };
}

describe('the schemas of the service', () => {
  const service = useService('sqlite');

  test('can be compiled, all of them', async () => {
    const { server, compiled } = eagerServer();
    await describeRoutes(server, { email: null, terms: null });
    for (const add of ROUTES) add(server, service().context);
    await server.ready();
    await server.close();
    expect(compiled.requests).toBeGreaterThan(50);
    expect(compiled.answers).toBeGreaterThan(200);
  });

  test.each<[string, Routes]>([
    [
      'a request',
      (server) => server.get('/wrong', { schema: { querystring: { type: 'no such type' } } }, async () => 'answer'),
    ],
    [
      'an answer',
      (server) => server.get('/wrong', { schema: { response: { 200: Type.Ref('Missing') } } }, async () => 'answer'),
    ],
  ])('a wrong one is noticed here: of %s', async (_, add) => {
    const { server } = eagerServer();
    add(server, service().context);
    await expect(server.ready()).rejects.toThrow(/schema|Missing/i);
  });
});
