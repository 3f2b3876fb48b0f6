import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FtpServer, startFtpServer } from '../../support/ftp-server.ts';
import type { ServeProcess } from '../serve-support.ts';
import { startReaching, textInput, ZIP } from './scenarios.ts';

async function useFtp(tls: boolean): Promise<FtpServer> {
  const server = await startFtpServer({ tls });
  onTestFinished(server.stop);
  await writeFile(join(server.folder, 'a.txt'), 'a');
  return server;
}

const described = ({ port, username, password }: FtpServer, file: string, tls?: string) => ({
  parameters: { host: '127.0.0.1', port, file, ...(tls !== undefined && { tls }) },
  credentials: { username, password },
});

const fetchFrom = async (serve: ServeProcess, server: FtpServer, tls?: string) => {
  const input = [{ type: 'cloud', source: 'ftp', ...described(server, 'a.txt', tls) }];
  return serve.final((await serve.createJob({ process: true, input, conversion: [ZIP] })).id);
};

test('files come and go encrypted, from a server whose certificate is trusted', async () => {
  const server = await useFtp(true);
  const { serve } = await startReaching({ NODE_EXTRA_CA_CERTS: server.certificate ?? '' });
  expect(await fetchFrom(serve, server)).toMatchObject({ status: 'completed', errors: [] });
  const conversion = [{ ...ZIP, output_target: [{ type: 'ftp', ...described(server, 'new/folder/b.zip') }] }];
  const job = await serve.final((await serve.createJob({ process: true, input: [textInput('b')], conversion })).id);
  expect(job).toMatchObject({ status: 'completed', errors: [] });
  expect((await readFile(join(server.folder, 'new/folder/b.zip'))).subarray(0, 2).toString()).toBe('PK');
  // A server that requires encryption gets no password without it.
  expect(await fetchFrom(serve, server, 'none')).toMatchObject({ status: 'failed', errors: [{ source: 'input' }] });
});

test('a certificate that is not trusted is refused', async () => {
  const server = await useFtp(true);
  // It will not be trusted later either.
  const { serve } = await startReaching({ RETRY_DELAYS: '600' });
  const job = await fetchFrom(serve, server);
  expect(job.errors).toEqual([
    expect.objectContaining({ code: 2004, message: expect.stringContaining('certificate or encryption') }),
  ]);
});

test('a server without encryption gets no password, unless the client says so', async () => {
  const server = await useFtp(false);
  const { serve } = await startReaching();
  const job = await fetchFrom(serve, server);
  expect(job.errors).toEqual([
    expect.objectContaining({ code: 2005, message: expect.stringContaining('set parameters.tls to none') }),
  ]);
  expect(await fetchFrom(serve, server, 'none')).toMatchObject({ status: 'completed' });
});
