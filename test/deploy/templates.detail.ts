import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readServiceConfig } from '../../src/service/config.ts';
import { ROOT, temporaryFolder } from '../cli/support.ts';
import { type Compose, readCompose } from './compose.ts';
import { inexactImages, missingNames, shortGrace, unrestricted } from './compose-checks.ts';
import { imageEnvironment } from './containers.ts';
import { settingsRead, unread } from './settings-read.ts';

const TEMPLATES = join(ROOT, 'deploy', 'templates');
const read = (name: string) => readFile(join(TEMPLATES, name), 'utf8');
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const IMAGE = `registry.example.org/convertd:${version}`;

/** Checks that convertd reads every variable, and accepts the values. */
async function expectAccepted(env: Record<string, string>, image = true) {
  expect(unread(env, settingsRead())).toEqual([]);
  return readServiceConfig({ ...(image && (await imageEnvironment())), ...env }, {}, 2);
}

describe.each(['casaos.yaml', 'truenas.yaml'])('%s', (file) => {
  it('runs convertd on its data, restricted, with settings that it accepts', async () => {
    const compose = await readCompose(join('deploy', 'templates', file));
    const { image, environment = {}, volumes } = compose.services.convertd ?? {};
    expect(image).toBe(IMAGE);
    expect([missingNames, inexactImages, shortGrace, unrestricted].flatMap((check) => check(compose))).toEqual([]);
    expect(volumes).toEqual([expect.stringMatching(/:\/data$/)]);
    expect(await expectAccepted(environment)).toMatchObject({ host: '0.0.0.0', port: 8080, dataDir: '/data' });
  });
});

it('casaos.yaml says what the store needs, of the service and port that it has', async () => {
  const file: Compose & { 'x-casaos': Record<string, unknown> } = parse(await read('casaos.yaml'));
  const store = file['x-casaos'];
  expect(store).toMatchObject({ main: 'convertd', scheme: 'http', index: '/', category: 'Productivity', version });
  const port = { target: 8080, published: store.port_map, protocol: 'tcp' };
  expect(file.services.convertd?.ports).toEqual([port]);
  for (const field of ['title', 'tagline', 'description']) {
    const texts = store[field] as Record<string, string>;
    // ZimaOS and CasaOS write the language differently.
    expect(texts).toEqual({ en_US: expect.any(String), en_us: texts.en_US });
  }
});

it('unraid.xml has the port, data and settings that convertd has, and restricts it', async () => {
  const text = await read('unraid.xml');
  await execa('python3', ['-I', '-c', 'import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.read())'], {
    input: text,
  });
  const document = parseDocument(text, { xmlMode: true });
  const elements = (name: string) => DomUtils.getElementsByTagName(name, document);
  const field = (name: string) => DomUtils.textContent(elements(name));
  expect(field('Repository')).toBe(IMAGE);
  expect(field('WebUI')).toBe('http://[IP]:[PORT:8080]/');
  expect(field('Privileged')).toBe('false');
  const flags = field('ExtraParams').split(' ');
  expect(flags).toEqual(
    expect.arrayContaining([
      '--read-only',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges:true',
      '--memory=8g',
      '--user=99:100',
    ]),
  );
  const ofType = (type: string) =>
    Object.fromEntries(
      elements('Config')
        .filter(({ attribs }) => attribs.Type === type)
        .map((config) => [config.attribs.Target, DomUtils.textContent(config)]),
    );
  expect(ofType('Port')).toEqual({ 8080: '8080' });
  expect(ofType('Path')).toEqual({ '/data': '/mnt/user/appdata/convertd' });
  for (const config of elements('Config')) expect(DomUtils.textContent(config)).toBe(config.attribs.Default);
  const env = ofType('Variable');
  expect(await expectAccepted(env)).toMatchObject({ port: 8080, dataDir: '/data', publicUrl: null });
  const stop = Number(/--stop-timeout=(\d+)/.exec(flags.join(' '))?.[1]);
  expect(stop).toBeGreaterThan(Number(env.SHUTDOWN_GRACE));
});

it('convertd.service has settings that convertd accepts, and waits for it to stop', async () => {
  const text = await read('convertd.service');
  const line = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1] ?? '';
  const env = Object.fromEntries(
    line('Environment')
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  expect(await expectAccepted(env, false)).toMatchObject({ host: '0.0.0.0', port: 8080, dataDir: '/var/lib/convertd' });
  expect(Number(line('TimeoutStopSec'))).toBeGreaterThan(Number(env.SHUTDOWN_GRACE));
  expect(line('ExecStart')).toBe('/opt/convertd/bin/convertd serve');
});

describe('proxmox.sh', () => {
  /** Runs it with programs in place of those of Proxmox, which write down how they are called. @returns the calls */
  async function run(there: boolean, env: Record<string, string> = {}) {
    const folder = await temporaryFolder();
    const answers = {
      pvesh: 'echo 107',
      pveam:
        'case $1 in available) echo "system debian-13-standard_13.1-2_amd64.tar.zst"; echo "system debian-12-standard_12.7-1_amd64.tar.zst" ;; esac',
      pct: `case $1 in status) exit ${there ? 0 : 2} ;; esac`,
    };
    for (const [name, answer] of Object.entries(answers)) {
      const note = `printf '%s\\0' ${name} "$@" >> "${folder}/calls"; printf '\\n\\0' >> "${folder}/calls"`;
      await writeFile(join(folder, name), `#!/bin/sh\n${note}\n${answer}\n`);
      await chmod(join(folder, name), 0o755);
    }
    const archive = join(folder, 'convertd.tar.gz');
    await writeFile(archive, '');
    await execa('bash', [join(TEMPLATES, 'proxmox.sh'), archive], {
      env: { PATH: `${folder}:${process.env.PATH}`, ...env },
    });
    const calls = (await readFile(join(folder, 'calls'), 'utf8'))
      .split('\0\n\0')
      .filter(Boolean)
      .map((call) => call.split('\0'));
    return { calls, archive };
  }

  it('makes an unprivileged container of Debian 13, and installs convertd in it', async () => {
    const { calls, archive } = await run(false, { MEMORY: '4096' });
    const create = calls.find(([program, verb]) => program === 'pct' && verb === 'create') ?? [];
    expect(create.slice(2, 4)).toEqual(['107', 'local:vztmpl/debian-13-standard_13.1-2_amd64.tar.zst']);
    expect(create.join(' ')).toContain('--unprivileged 1');
    expect(create.join(' ')).toContain('--memory 4096');
    expect(calls.map(([program, verb]) => `${program} ${verb}`)).toEqual([
      ...['pvesh get', 'pct status', 'pveam update', 'pveam available', 'pveam list', 'pveam download'],
      ...['pct create', 'pct start', 'pct push', 'pct push', 'pct exec'],
    ]);
    expect(calls.at(-3)).toEqual(['pct', 'push', '107', archive, '/root/convertd.tar.gz']);
    const script = calls.at(-1)?.at(-1) ?? '';
    await execa('sh', ['-n'], { input: script });
    expect(script).toContain('systemctl enable convertd');
  });

  it('upgrades the container of CTID', async () => {
    const { calls } = await run(true, { CTID: '120' });
    expect(calls.map(([program, verb, id]) => `${program} ${verb} ${id}`)).toEqual([
      'pct status 120',
      'pct push 120',
      'pct push 120',
      'pct exec 120',
    ]);
  });

  it('says what is missing', async () => {
    const script = join(TEMPLATES, 'proxmox.sh');
    const failed = async (...args: string[]) => (await execa('bash', [script, ...args], { reject: false })).stderr;
    expect(await failed()).toContain('Usage: bash proxmox.sh convertd.tar.gz');
    expect(await failed('/nowhere.tar.gz')).toBe('proxmox.sh: there is no /nowhere.tar.gz');
    expect(await failed(join(TEMPLATES, 'README.md'))).toContain('run this on a Proxmox host');
  });
});
