import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Type from 'typebox';
import { keepable, PUBLIC_FOR_MINUTES } from './cacheable.ts';
import { completeDocument, type OpenApiDocument, withoutIds } from './openapi-document.ts';
import { refusals } from './responses.ts';
import { CatalogEntryDocument } from './routes/catalog.ts';
import { ContractDocument } from './routes/contracts.ts';
import { PresetDocument } from './routes/presets.ts';
import { UsageDocument } from './routes/stats.ts';
import {
  ConversionBody,
  ConversionDocument,
  ConversionPatch,
  ErrorBody,
  HistoryDocument,
  InputBody,
  InputDocument,
  InputPatch,
  JobBody,
  JobDocument,
  JobIssueDocument,
  JobPatch,
  OutputDocument,
  OutputPatch,
  StatusObject,
  ThreadDocument,
} from './schemas.ts';
import type { Routes, Server } from './server.ts';

const DESCRIPTION = `
Converts files from one format to another, asynchronously, through jobs: create a job, give it inputs and conversions, start it, and
download its outputs when it is completed.

Fields that are not known here are ignored, but a PATCH with a field that it cannot change is refused. Answers carry \`X-Request-Id\`, the client's own where it sends one of 1 to 128 letters, digits,
dots, hyphens and underscores. Times are UTC.
`.trim();

const TAGS = [
  { name: 'jobs', description: 'Jobs and their progress' },
  { name: 'inputs', description: 'The files that a job converts' },
  { name: 'conversions', description: 'What a job makes of them' },
  { name: 'outputs', description: 'The files that it has made' },
  { name: 'files', description: 'Uploads and downloads' },
  { name: 'catalog', description: 'What can be converted into what, and the statuses of jobs; for everyone' },
  { name: 'presets', description: 'Options under a name' },
  { name: 'account', description: 'Limits and use of an API key' },
  { name: 'schema', description: 'This description' },
];

/** What the names in guards (auth.ts) and routes stand for. */
const SECURITY_SCHEMES = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Api-Key',
    description: 'All jobs of the key. Whoever has it can spend its credits.',
  },
  JobToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Token',
    description: 'One job alone: its `token`.',
  },
  DownloadPassword: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Download-Password',
    description:
      'For protected outputs: one or more passwords with commas between. Also as a cookie of the name in lower case.',
  },
} as const;

/** The shapes that have a name in the description; whatever is the same refers to them. */
const COMPONENTS = {
  Job: JobDocument,
  NewJob: JobBody,
  JobPatch,
  JobIssue: JobIssueDocument,
  Status: StatusObject,
  Input: InputDocument,
  NewInput: InputBody,
  InputPatch,
  Conversion: ConversionDocument,
  NewConversion: ConversionBody,
  ConversionPatch,
  Output: OutputDocument,
  OutputPatch,
  Thread: ThreadDocument,
  History: HistoryDocument,
  CatalogEntry: CatalogEntryDocument,
  Preset: PresetDocument,
  Contract: ContractDocument,
  Usage: UsageDocument,
  Error: ErrorBody,
};

/** The reference page is the package's own: its scripts and styles, what it draws as data: URLs, and requests to this service. */
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

/** interface.md, Versioning. */
const INTERFACE_VERSION = '2.0.1';

/**
 * Collects the routes that are added from now on for `GET /v2/schema`: those with a tag. Adds the reference page for people, too.
 */
export async function describeRoutes(server: Server): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'convertd',
        version: INTERFACE_VERSION,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'Where this description is' }],
      tags: TAGS,
      components: {
        securitySchemes: SECURITY_SCHEMES,
        schemas: withoutIds(COMPONENTS),
      },
    },
    hideUntagged: true,
    convertConstToEnum: false,
    // Routes without a schema, as those of health, have no tag either: they are left out.
    transform: ({ schema, url }) => ({ schema: withoutIds(schema ?? {}), url }),
    transformObject: (made) => {
      if (!('openapiObject' in made)) throw new Error('the description is not of OpenAPI 3');
      return completeDocument(made.openapiObject as OpenApiDocument) as object;
    },
  });
  await server.register(swaggerUi, {
    routePrefix: '/v2/docs',
    staticCSP: DOCS_POLICY,
    uiConfig: { url: '../schema', validatorUrl: null, docExpansion: 'list', tryItOutEnabled: true },
    theme: { title: 'convertd: the job interface' },
  });
}

/** The description of the whole interface, for everyone. */
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
