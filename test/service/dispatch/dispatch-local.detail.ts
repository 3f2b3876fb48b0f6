import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { convertd } from '../../cli/support.ts';
import { plainPdf } from '../../support/plain-pdf.ts';
import { testFolder, waitFor } from '../../worker/support.ts';
import {
  archiveOfThreeInputs,
  cancelInMidConversion,
  partialFailure,
  twoConversionsOfThreeInputs,
  warnsWhileItWaits,
} from '../jobs/job-scenarios.ts';
import { query, start } from '../local-service.ts';
import { download, type JobView, remote } from '../serve-support.ts';

describe('tasks that run in the service', () => {
  it('make outputs of two conversions of three inputs, one archive of all, and what can be made beside an error', async () => {
    const { serve, inputs } = await start();
    await twoConversionsOfThreeInputs(serve, inputs);
    await archiveOfThreeInputs(serve, inputs);
    await partialFailure(serve, inputs);
  });

  it('are held to the contract of their key when an input is an address, whose size shows only then', async () => {
    const contracts = join(await testFolder(), 'contracts.json');
    await writeFile(contracts, JSON.stringify({ unlimited: { max_input_size: 1000 } }));
    const { serve, inputs } = await start({ CONTRACTS: contracts });
    const hashOf = async (bytes: number) =>
      serve.final(
        (
          await serve.createJob({
            process: true,
            input: [remote(inputs.zeros(bytes))],
            conversion: [{ target: 'md5' }],
          })
        ).id,
      );
    expect(await hashOf(1001)).toMatchObject({ status: 'failed', output: [], errors: [{ code: 2007 }] });
    expect(await hashOf(1000)).toMatchObject({ status: 'completed', input: [{ size: 1000 }] });
  });

  it('add to an input that is an address what its file says about itself', async () => {
    const { serve, inputs } = await start();
    const input = [{ ...remote(inputs.text('a.pdf', plainPdf(5))), metadata: { mine: 1 } }];
    const { id } = await serve.createJob({ process: true, input, conversion: [{ target: 'md5' }] });
    const metadata = { mine: 1, pages: 5, password_protected: false };
    expect(await serve.final(id)).toMatchObject({ input: [{ content_type: 'application/pdf', metadata }] });
  });

  it('are stopped by DELETE of their job in mid-conversion, and leave no process', async () => {
    const { serve, inputs, installation } = await start();
    await cancelInMidConversion(serve, inputs, installation.folder, 1);
  });

  it('end where an input redirects in a circle: no other attempt could do better', async () => {
    const { serve, inputs } = await start({ RETRY_DELAYS: '60' });
    const job = await serve.createJob({
      process: true,
      input: [remote(inputs.circle)],
      conversion: [{ target: 'sha1' }],
    });
    const ended = await serve.final(job.id);
    expect(ended).toMatchObject({ status: 'failed', output: [], errors: [{ source: 'input', code: 2008 }] });
    expect(ended.errors[0]?.message).toContain('redirects in a loop');
    expect(inputs.requests(inputs.circle)).toBe(1);
  });

  it('end at once where an input has no host, no certificate that is trusted, or no server of HTTP', async () => {
    const plain = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-server\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void plain.close());
    const at = `127.0.0.1:${(plain.address() as AddressInfo).port}`;
    const { serve } = await start({ RETRY_DELAYS: '600', ALLOWED_ADDRESSES: at });
    const reasons = new Map([
      ['http://no-such-host.invalid/a.txt', 'does not exist'],
      [`http://${at}/a.txt`, 'did not answer in valid HTTP'],
      [`https://${at}/a.txt`, 'certificate or encryption'],
    ]);
    for (const [url, reason] of reasons) {
      const job = await serve.createJob({ process: true, input: [remote(url)], conversion: [{ target: 'sha1' }] });
      const message = expect.stringContaining(reason);
      const errors = [{ source: 'input', id_source: job.input[0]?.id, code: 2004, message }];
      expect(await serve.final(job.id)).toMatchObject({ status: 'failed', errors, warnings: [] });
    }
  });

  it('say why they wait, and until when, as long as they do', async () => {
    const { serve, inputs } = await start({ RETRY_DELAYS: '4' });
    await warnsWhileItWaits(serve, inputs);
  });

  it('that fail by a fault that may pass are tried again after a pause', async () => {
    const { serve, inputs } = await start({ RETRY_DELAYS: '0.2,0.2' });
    const source = inputs.busy('busy.txt', 'abc', 1000);
    const recovering = inputs.busy('recovering.txt', 'abc', 4);
    const make = (url: string) =>
      serve.createJob({ process: true, input: [remote(url)], conversion: [{ target: 'sha1' }] });
    const [lost, saved] = await Promise.all([make(source), make(recovering)]);
    expect(await serve.final(saved.id)).toMatchObject({ status: 'completed', errors: [] });
    const failed = await serve.final(lost.id);
    expect(failed).toMatchObject({ status: 'failed', output: [] });
    expect(failed.errors).toHaveLength(1);
    const tries = serve.log().filter((line) => line.msg === 'task ended' && line.job_id === lost.id);
    expect(tries.map(({ result }) => result)).toEqual(['retried', 'retried', 'failed']);
    expect(tries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  it('of one key that has many do not keep those of another waiting', async () => {
    const { serve, inputs, installation } = await start({ CONCURRENCY: '1' });
    const made = await convertd(['keys', 'create', '--json'], { env: { DATA_DIR: installation.folder } });
    const { key } = JSON.parse(made.stdout) as { key: string };
    const source = remote(inputs.zeros(5_000_000));
    const many = { process: true, input: Array.from({ length: 40 }, () => source), conversion: [{ target: 'sha1' }] };
    const busy = await serve.createJob(many);
    const small = await serve.createJob({ process: true, input: [source], conversion: [{ target: 'md5' }] }, key);
    const ended = await waitFor(async () => {
      const { body } = await serve.call('GET', `/v2/jobs/${small.id}`, undefined, key);
      return (body as JobView).status === 'completed' && (body as JobView);
    }, 'the small job');
    const [counted] = query(
      installation.folder,
      `select count(*) as ended from tasks where job_id = '${busy.id}' and state = 'completed'`,
    );
    expect(counted?.ended).toBeLessThan(20);
    expect((await download(ended)).size).toBe(1);
    expect((await serve.call('DELETE', `/v2/jobs/${busy.id}`)).status).toBe(204);
  });
});
