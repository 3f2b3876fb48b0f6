import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Type from 'typebox';
import { keepable, PUBLIC_FOR_MINUTES } from '../cacheable.ts';
import { refusals } from '../responses.ts';
import type { Routes, Server } from '../routes.ts';
import { completeDocument, plain } from './complete.ts';
import { COMPONENTS } from './components.ts';
import type { OpenApiDocument } from './document.ts';
import { infoOf, type Operator, SECURITY_SCHEMES, SERVERS, TAGS } from './overview.ts';

/** The reference page comes from the package: its scripts and styles, its data: URLs, and requests to this service. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Collects the routes with a tag that are added from now on, for `GET /v2/schema`. Also adds the reference page for people. */
export async function describeRoutes(server: Server, operator: Operator): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: infoOf(operator),
      servers: SERVERS,
      tags: TAGS,
      components: {
        securitySchemes: SECURITY_SCHEMES,
        schemas: plain(COMPONENTS),
      },
    },
    hideUntagged: true,
    convertConstToEnum: false,
    // Routes without a schema, such as the health routes, have no tag either, so they are left out.
    transform: ({ schema, url }) => ({ schema: plain(schema ?? {}), url }),
    transformObject: (made) => {
      if (!('openapiObject' in made)) throw new Error('the description is not of OpenAPI 3');
      return completeDocument(made.openapiObject as OpenApiDocument) as object;
    },
  });
  await server.register(swaggerUi, {
    routePrefix: '/v2/docs',
    staticCSP: DOCS_POLICY,
    uiConfig: { validatorUrl: null, docExpansion: 'list', tryItOutEnabled: true, layout: 'BaseLayout' },
    theme: { title: 'convertd: the job interface' },
  });
}

/** Serves the description of the whole interface to everyone. */
export const schemaRoutes: Routes = (server) => {
  let text: string | null = null;
  server.get(
    '/v2/schema',
    {
      schema: {
        summary: 'Read this description (OpenAPI 3.1)',
        tags: ['schema'],
        response: { 200: Type.Unknown(), 304: Type.Null(), ...refusals() },
      },
    },
    (request, reply) => {
      text ??= JSON.stringify(server.swagger());
      reply.type('application/json; charset=utf-8');
      return keepable(request, reply, text, PUBLIC_FOR_MINUTES) ? reply.code(304).send(null) : reply.send(text);
    },
  );
};
