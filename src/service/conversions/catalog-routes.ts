import Type from 'typebox';
import { routeTo } from '../../catalog/conversion-graph.ts';
import { type CatalogEntry, listCategories, listEntries } from '../../catalog/index.ts';
import { targetsFor } from '../../catalog/search.ts';
import { formatByExtension } from '../../files/formats/by-extension.ts';
import { isOffered, requireOffered } from '../../runner/engines.ts';
import { keepable, PUBLIC_FOR_MINUTES } from '../http/cacheable.ts';
import { refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';

export const CatalogEntryDocument = Type.Object(
  {
    id: Type.Integer({ description: 'Stable' }),
    target: Type.String(),
    category: Type.String(),
    options: Type.Record(Type.String(), Type.Unknown(), { description: 'Name of an option → its JSON Schema' }),
  },
  { $id: 'CatalogEntry' },
);

const Query = Type.Object({
  category: Type.Optional(Type.String({ maxLength: 64 })),
  target: Type.Optional(Type.String({ maxLength: 64 })),
  from: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'A file name or an extension: only what such a file can become, by one conversion between at most',
    }),
  ),
  source: Type.Optional(Type.String({ maxLength: 255, description: 'The same as from' })),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words of tasks, targets and options (pdf to word, kindle, rotate): only what they are about, the best first',
    }),
  ),
  page: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The whole list is the first page; later ones are empty' }),
  ),
  all: Type.Optional(
    Type.Boolean({ default: false, description: 'Also what this installation does not offer, and thus refuses' }),
  ),
});

/** Shows everyone what can be converted into what, with which options. */
export const catalogRoutes: Routes = (server) => {
  const texts = new Map(listEntries().map((entry) => [entry, entryText(entry)]));
  server.get(
    '/v2/conversions',
    {
      schema: {
        summary: 'List the conversions and their options',
        tags: ['catalog'],
        querystring: Query,
        response: { 200: Type.Array(CatalogEntryDocument), 304: Type.Null(), ...refusals() },
      },
    },
    async (request, reply) => {
      const { category, target, source, from = source, search, page = 1, all = false } = request.query;
      // An empty list would mean that there is no such category at all.
      if (category !== undefined && !all && listCategories().includes(category)) requireOffered(category);
      const listed = new Set(listEntries({ category, target }).filter((entry) => all || isOffered(entry.category)));
      const format = from === undefined ? null : formatByExtension(from).name;
      const entries = (search === undefined ? [...listed] : targetsFor(search)).filter(
        (entry) => listed.has(entry) && (format === null || routeTo(entry.category, entry.target, format) !== null),
      );
      const shown = page === 1 ? entries : [];
      const body = `[${shown.map((entry) => texts.get(entry)).join(',')}]`;
      reply.header('x-count', entries.length);
      if (keepable(request, reply, body, PUBLIC_FOR_MINUTES)) return reply.code(304).send(null);
      // The texts are cached: serializing the whole list again takes milliseconds.
      return reply
        .type('application/json; charset=utf-8')
        .serializer(() => body)
        .send([...shown]);
    },
  );
};

const entryText = ({ id, target, category, options }: CatalogEntry) =>
  JSON.stringify({ id, target, category, options });
