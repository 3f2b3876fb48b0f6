import type { RouteOptions } from 'fastify';
import type { Server } from './routes.ts';

/**
 * Records the methods of all routes that are added from now on.
 * @returns a function that returns the methods of a request's address; none if no route matches
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

/** Matches the addresses of a route: a parameter is one segment, a star everything that follows, and a final slash is optional. */
function pathOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split('/');
  const patterns = parts.map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${patterns.join('/')}/?$`);
}
