/**
 * Returns the address of a file in a location of the proxy.
 * @param location location of the proxy for the folder of outputs: `/outputs/`
 * @param path path in that folder, with slashes
 */
export const proxyPath = (location: string, path: string): string =>
  `${location.replace(/\/+$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`;
