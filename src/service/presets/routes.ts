import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { resolveTarget } from '../../catalog/index.ts';
import { CATALOG_REQUEST } from '../conversions/conversions.ts';
import { ServiceError } from '../errors.ts';
import { keyGuard, optionalKey } from '../http/auth.ts';
import { keepable, PRIVATE, PUBLIC_FOR_MINUTES } from '../http/cacheable.ts';
import { refuseOtherFields } from '../http/patch.ts';
import { OF_BODY, refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { createPreset, deletePreset, filterPresets, presetsOf, updatePreset } from './presets.ts';

const Name = Type.String({ minLength: 1, maxLength: 255, description: 'What options.preset of a conversion says' });
const Options = Type.Record(Type.String(), Type.Unknown(), { description: 'Options of the target, without secrets' });

export const PresetDocument = Type.Object(
  {
    id: Type.String({ description: 'options.preset of a conversion takes it like the name' }),
    name: Type.String(),
    target: Type.String(),
    category: Type.String(),
    scope: Type.String({ enum: ['public', 'private'], description: 'public: of the operator; private: of this key' }),
    options: Options,
  },
  { $id: 'Preset' },
);

export const PresetBody = Type.Object({
  name: Name,
  category: Type.Optional(Type.String({ maxLength: 64, description: 'Needed where several have the target' })),
  target: Type.String({ maxLength: 64 }),
  scope: Type.Optional(Type.String({ maxLength: 64, description: 'private, or left out' })),
  options: Options,
});

export const PresetPatch = Type.Object({
  name: Type.Optional(Name),
  category: Type.Optional(Type.String({ maxLength: 64, description: 'Of the target. Left out: it stays' })),
  target: Type.Optional(Type.String({ maxLength: 64 })),
  options: Type.Optional(Options),
});

const PATCH_RULES = { name: 'a preset', patch: PresetPatch, document: PresetDocument };

const Query = Type.Object({
  category: Type.Optional(Type.String({ maxLength: 64 })),
  target: Type.Optional(Type.String({ maxLength: 64 })),
  filter: Type.Optional(
    Type.String({ maxLength: 255, description: 'public, private or all; any other text: part of the name' }),
  ),
});

const Params = Type.Object({ preset_id: Type.String() });

/** Presets: public ones of the operator for everyone, private ones for the key that made them. */
export const presetRoutes: Routes = (server, context) => {
  const { db, config } = context;
  const guard = keyGuard(context);
  const tags = ['presets'];

  /** Returns the presets that the request may see: the public ones, and with a valid key its own, too. */
  async function visible(request: FastifyRequest) {
    const keyId = (await optionalKey(request, context))?.key.id ?? null;
    return {
      presets: await presetsOf(db, keyId, config.publicPresets),
      cache: keyId === null ? PUBLIC_FOR_MINUTES : PRIVATE,
    };
  }
  const vary = [...['x-svc', ...config.headerAliases].map((prefix) => `${prefix}-api-key`), 'cookie'].join(', ');

  server.get(
    '/v2/presets',
    {
      schema: {
        summary: 'List the presets: public ones, and with a key those of the key',
        tags,
        querystring: Query,
        response: { 200: Type.Array(PresetDocument), 304: Type.Null(), ...refusals() },
      },
    },
    async (request, reply) => {
      const { presets, cache } = await visible(request);
      const shown = filterPresets(presets, request.query);
      reply.header('vary', vary).header('x-count', shown.length);
      if (keepable(request, reply, JSON.stringify(shown), cache)) return reply.code(304).send(null);
      return shown;
    },
  );

  server.get(
    '/v2/presets/:preset_id',
    {
      schema: {
        summary: 'Read a preset',
        tags,
        params: Params,
        response: { 200: PresetDocument, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const { presets, cache } = await visible(request);
      const preset = presets.find(({ id }) => id === request.params.preset_id);
      if (preset === undefined) throw new ServiceError('no_such_preset', 'There is no such preset.');
      reply.header('vary', vary).header('cache-control', cache);
      return preset;
    },
  );

  server.post(
    '/v2/presets',
    {
      onRequest: guard.onRequest,
      schema: {
        security: guard.security,
        summary: 'Make a private preset of the key',
        tags,
        body: PresetBody,
        response: { 201: PresetDocument, ...refusals(401, 402, 409, ...OF_BODY) },
      },
    },
    async (request, reply) => {
      const { name, category, target, scope = 'private', options } = request.body;
      if (scope !== 'private') {
        throw new ServiceError('invalid_request', "Presets made here are private; public ones are the operator's.", {
          errors: { scope: 'must be private' },
        });
      }
      const wanted = category ? { category, target } : resolveTarget(target, CATALOG_REQUEST);
      const preset = { name, category: wanted.category, target: wanted.target, options };
      return reply.code(201).send(await createPreset(db, guard.of(request).key.id, preset, context.now()));
    },
  );

  server.patch(
    '/v2/presets/:preset_id',
    {
      onRequest: guard.onRequest,
      schema: {
        security: guard.security,
        summary: 'Change the name, the target or the options of a private preset; options are replaced whole',
        tags,
        params: Params,
        body: PresetPatch,
        response: { 200: PresetDocument, ...refusals(401, 404, 409, ...OF_BODY) },
      },
    },
    async (request) => {
      const { preset_id: presetId } = request.params;
      await refuseOtherFields(request.body, PATCH_RULES, async () =>
        (await visible(request)).presets.filter(({ id }) => id === presetId).map((preset) => ({ ...preset })),
      );
      return updatePreset(db, guard.of(request).key.id, presetId, request.body, context.now());
    },
  );

  server.delete(
    '/v2/presets/:preset_id',
    {
      onRequest: guard.onRequest,
      schema: {
        security: guard.security,
        summary: 'Delete a private preset',
        tags,
        params: Params,
        response: { 204: Type.Null(), ...refusals(401, 404, ...OF_BODY) },
      },
    },
    async (request, reply) => {
      await deletePreset(db, guard.of(request).key.id, request.params.preset_id);
      return reply.code(204).send(null);
    },
  );
};
