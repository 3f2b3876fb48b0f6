import type { RouteOptions } from 'fastify';
import type { Server } from './routes.ts';

/**
 * Remembers the methods of all routes that are added from now on.
 * @returns which methods the address of a request has; none where nothing is there
 */
export function rememberMethods(server: Server): (url: string) => string[] {
  const routes: { readonly path: RegExp; readonly methods: readonly string[] }[] = [];
  server.addHook('onRoute', ({ url, method }: RouteOptions) => {
    routes.push({ path: pathOf(url), methods: [method].flat() });
  });
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    const methods = routes.flatMap((route) => (route.path.test(path) ? route.methods : []));
    return [...new Set(methods)].sort();
  };
}

/** The addresses of a route: a parameter is one part, a star all that follows, and a slash may come at the end. */
function pathOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split('/');
  const patterns = parts.map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${patterns.join('/')}/?$`);
}
