import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { convertd } from '../cli/support.ts';
import { startBroker } from '../support/rabbitmq.ts';
import { patience } from '../support/slowness.ts';
import { makePlace, onlyFinal } from './faults-support.ts';
import { makeTask, observe, startWorker, testFolder, waitFor } from './support.ts';

/** Makes a self-signed certificate for localhost, which is its own authority. Returns its path and that of its key. */
async function makeCertificate(): Promise<{ cert: string; key: string }> {
  const folder = await testFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
}

it('AMQPS: with the broker’s authority a worker and a client work, with another one neither connects', async () => {
  const [own, other] = [await makeCertificate(), await makeCertificate()];
  const cert = await readFile(own.cert, 'utf8');
  const broker = await startBroker({ tls: { cert, key: await readFile(own.key, 'utf8'), ca: cert } });
  onTestFinished(() => broker.stop());
  const url = broker.tlsUrl ?? '';
  expect(url).toMatch(/^amqps:/);
  const place = await makePlace(url);
  const observer = await observe(broker.url);

  const wrong = await startWorker({ ...place.env, NODE_EXTRA_CA_CERTS: other.cert }, { ready: false });
  await waitFor(() => wrong.log().filter((line) => /trying again/.test(String(line.msg))).length > 2, 'refusals');
  expect(JSON.stringify(wrong.log())).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(await wrong.status('/health/ready')).toBe(503);

  await startWorker({ ...place.env, NODE_EXTRA_CA_CERTS: own.cert });
  expect(await broker.ctl('list_connections', 'ssl')).toContain('true');
  const task = makeTask('hash', 'md5', 'data:,abc');
  await observer.submit(task);
  expect((await onlyFinal(observer, task.id, 500)).status).toBe('completed');

  const env = (ca: string) => ({ env: { AMQP_URL: url, NODE_EXTRA_CA_CERTS: ca } });
  expect(await convertd(['cancel', task.id], env(own.cert))).toMatchObject({ exitCode: 0, stderr: '' });
  const file = join(await testFolder(), 'task.json');
  await writeFile(file, JSON.stringify(makeTask('hash', 'md5', 'data:,abc')));
  const submit = (ca: string) =>
    convertd(['submit', file, '--wait', '--timeout', String(Math.ceil(patience(20)))], env(ca));
  expect(await submit(own.cert)).toMatchObject({ exitCode: 0, stderr: '' });
  const refused = await convertd(['submit', file, '--timeout', String(Math.ceil(patience(2)))], env(other.cert));
  expect([refused.exitCode, refused.stderr.includes('DEPTH_ZERO_SELF_SIGNED_CERT')]).toEqual([1, true]);
});
