import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path/posix';
// These types add `hide`, which leaves a route out of the description of the interface.
import type {} from '@fastify/swagger';
import Type from 'typebox';
import { makeGuide, searchGuide } from '../conversions/guide.ts';
import { ServiceError } from '../errors.ts';
import { partsOfBrand, withBrand } from '../page/documents.ts';
import { keepable, PUBLIC_FOR_MINUTES } from './cacheable.ts';
import type { Routes } from './routes.ts';

const FOLDER = new URL('../web/', import.meta.url);

/** Media types of files that belong to the page; other files in the folder are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Pictures are shown, not opened: as a document, an SVG could run scripts. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Allows nothing from elsewhere and no code or style inside the document, so nothing from a converted file or a name can run. Previews of
 * PDF are blobs in a frame.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Pictures and films that a person has chosen are shown before they are sent.
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const PartParams = Type.Object({ version: Type.String(), '*': Type.String() });

const SearchQuery = Type.Object({ q: Type.String({ maxLength: 200 }) });

const YEAR_SECONDS = 365 * 24 * 3600;

/** Serves the page for people at `/`, and that for operators at `/admin`. The addresses of its parts change with their content, so browsers cache them permanently. */
export const pageRoutes: Routes = (server, { config }) => {
  const parts = new Map([...readParts(), ...partsOfBrand(config.brand)]);
  const version = versionOf(parts);
  const documentOf = (name: string) =>
    withBrand(readFileSync(new URL(name, FOLDER), 'utf8'), config).replaceAll('"page/', `"page/${version}/`);
  const guide = JSON.stringify(makeGuide());

  const serve = (path: string, html: string) =>
    server.get(path, { schema: { hide: true } }, (request, reply) => {
      // Addresses in the document are relative to its folder.
      if (path !== '/' && request.url.split('?')[0]?.endsWith('/')) return reply.redirect(`..${path}`, 301);
      reply.type('text/html; charset=utf-8').headers({
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      return keepable(request, reply, html, 'no-cache') ? reply.code(304).send() : reply.send(html);
    });
  serve('/', documentOf('index.html'));
  serve('/admin', documentOf('admin/admin.html'));

  server.get('/page/guide', { schema: { hide: true } }, (request, reply) => {
    reply.type('application/json; charset=utf-8');
    return keepable(request, reply, guide, PUBLIC_FOR_MINUTES) ? reply.code(304).send() : reply.send(guide);
  });

  server.get('/page/search', { schema: { hide: true, querystring: SearchQuery } }, (request, reply) => {
    const found = JSON.stringify(searchGuide(request.query.q));
    reply.type('application/json; charset=utf-8');
    return keepable(request, reply, found, PUBLIC_FOR_MINUTES) ? reply.code(304).send() : reply.send(found);
  });

  server.get('/page/:version/*', { schema: { hide: true, params: PartParams } }, (request, reply) => {
    const { version: asked, '*': name } = request.params;
    const part = parts.get(name);
    if (part === undefined) throw new ServiceError('no_such_address', 'The page has no such part.');
    reply.type(TYPES[extname(name)] ?? '');
    if (extname(name) === '.svg') reply.header('content-security-policy', PICTURE_POLICY);
    // Another version asked for them: while replicas are replaced one by one, these parts do, but must not be cached as that version's.
    const cacheControl = asked === version ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store';
    return keepable(request, reply, part, cacheControl) ? reply.code(304).send() : reply.send(part);
  });
};

function versionOf(parts: ReadonlyMap<string, string | Buffer>): string {
  const hash = createHash('sha256');
  for (const [name, content] of parts) hash.update(`${name} ${content.length} `).update(content);
  return hash.digest('hex').slice(0, 16);
}

/** Read once: the parts are small, and a name from a request never becomes a path. */
function readParts(): Map<string, Buffer> {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const served = names.filter((name) => extname(name) in TYPES);
  return new Map(served.sort().map((name) => [name, readFileSync(new URL(name, FOLDER))]));
}
