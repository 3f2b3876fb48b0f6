/* Makes a service compute for the processor time in the header `x-busy` of a request, ms: the control of the probe. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

subscribe('http.server.request.start', (message) => {
  const { request } = message as { readonly request: IncomingMessage };
  const milliseconds = Number(request.headers['x-busy'] ?? 0);
  const before = process.threadCpuUsage();
  const spent = () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  while (spent() < milliseconds);
});
