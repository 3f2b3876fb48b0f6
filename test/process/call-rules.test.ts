import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

const HERE = dirname(fileURLToPath(import.meta.url));
const EVALUATE = join(HERE, 'helpers', 'evaluate_filter.py');
const SOURCE = join(HERE, '..', '..', 'src', 'process', 'python');

interface Request {
  machine: string;
  family: string;
  abi?: number;
  allow?: string[];
  arch?: number;
  call: string | number;
  arguments?: number[];
}

async function ask(input: readonly Request[] | 'names') {
  const { stdout } = await execa('/usr/bin/python3', ['-I', '-B', EVALUATE, SOURCE], { input: JSON.stringify(input) });
  return JSON.parse(stdout);
}

const { families, calls } = (await ask('names')) as { families: string[]; calls: string[] };
const MACHINES = ['x86_64', 'aarch64'];
const PID = 1234;

/** Returns the filter's answers to a program on each architecture, without `not there`. */
async function answers(call: string | number, args: number[], more: Partial<Request> = {}): Promise<string[]> {
  const all = MACHINES.map((machine) => ({ machine, family: 'program', call, arguments: args, ...more }));
  const given = (await ask(all)) as string[];
  return [...new Set(given.filter((each) => each !== 'not there'))];
}

describe('the filter, interpreted', () => {
  it('answers alike on x86_64 and arm64', async () => {
    for (const family of families) {
      const asked = MACHINES.map((machine) => calls.map((call) => ({ machine, family, call })));
      const [x86 = [], arm = []] = (await Promise.all(asked.map(ask))) as string[][];
      const both = calls.filter((_, index) => x86[index] !== 'not there' && arm[index] !== 'not there');
      expect(both.length).toBeGreaterThan(150);
      for (const call of both) {
        const index = calls.indexOf(call);
        expect([family, call, arm[index]]).toEqual([family, call, x86[index]]);
      }
    }
  });

  it('refuses numbers that it does not know, those of x32 too, and kills foreign architectures', async () => {
    for (const number of [400, 467, 468, 500, 1000, 0x40000000, 0x40000029]) {
      expect([number, await answers(number, [])]).toEqual([number, ['ENOSYS']]);
    }
    expect(await answers('read', [], { arch: 0x40000003 })).toEqual(['kill']);
  });

  it('makes the requests of graphics devices only with the permission for one', async () => {
    const allow = ['device:/dev/dri/renderD128'];
    // DRM_IOCTL_VERSION; a request of NVIDIA's driver; initialization of NVIDIA's unified memory, and a request to it.
    for (const request of [0xc0406400, 0xc00846d6, 0x30000001, 37]) {
      expect([request, await answers('ioctl', [3, request])]).toEqual([request, ['ENOTTY']]);
      expect([request, await answers('ioctl', [3, request], { allow })]).toEqual([request, ['allow']]);
    }
    // TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP; then TCGETS.
    for (const request of [0x5412, 0x541c, 0x8901, 0x8902]) {
      expect([request, await answers('ioctl', [3, request], { allow })]).toEqual([request, ['ENOTTY']]);
    }
    expect(await answers('ioctl', [1, 0x5401], { allow })).toEqual(['allow']);
  });

  it('makes pairs of stream sockets alone', async () => {
    expect(await answers('socketpair', [1, 1, 0])).toEqual(['allow']);
    expect(await answers('socketpair', [1, 0x80801, 0])).toEqual(['allow']);
    for (const type of [0, 2, 3, 4, 5, 6, 10, 0x11, 0x80802]) {
      expect([type, await answers('socketpair', [1, type, 0])]).toEqual([type, ['EACCES']]);
    }
    for (const family of [0, 2, 10, 16, 40]) expect(await answers('socketpair', [family, 1, 0])).toEqual(['EACCES']);
    expect(await answers('socketpair', [1, 1, 1])).toEqual(['EACCES']);
    expect(await answers('socketpair', [1, 5, 0], { family: 'book' })).toEqual(['allow']);
    expect(await answers('sendto', [5, 0, 0, 0, 0, 0])).toEqual(['allow']);
    expect(await answers('sendto', [5, 0, 0, 0, 2 ** 40, 16])).toEqual(['EACCES']);
  });

  it('makes processes without new namespaces, and in some families threads alone', async () => {
    const thread = 0x3d0f00;
    expect(await answers('clone', [17])).toEqual(['allow']);
    expect(await answers('clone', [thread])).toEqual(['allow']);
    for (const bit of [0x2000, 0x8000, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect([bit, await answers('clone', [17 | bit])]).toEqual([bit, ['EPERM']]);
    }
    for (const family of ['node', 'job', 'book-job']) {
      expect(await answers('clone', [17], { family })).toEqual(['EPERM']);
      expect(await answers('clone', [thread], { family })).toEqual(['allow']);
    }
  });

  it('signals itself and its group where Landlock does not keep signals in, and never all or another group', async () => {
    for (const [pid, old, scoped] of [
      [PID, 'allow', 'allow'],
      [0, 'allow', 'allow'],
      [4321, 'EPERM', 'allow'],
      [-1, 'EPERM', 'EPERM'],
      [-PID, 'EPERM', 'EPERM'],
    ] as const) {
      expect([pid, await answers('kill', [pid, 15], { abi: 5 })]).toEqual([pid, [old]]);
      expect([pid, await answers('kill', [pid, 15], { abi: 6 })]).toEqual([pid, [scoped]]);
    }
    expect(await answers('tgkill', [4321, 4321, 15], { abi: 5 })).toEqual(['EPERM']);
    expect(await answers('tkill', [4321, 15], { abi: 5 })).toEqual(['EPERM']);
    expect(await answers('kill', [4321, 15], { family: 'job' })).toEqual(['EPERM']);
  });

  it('lets no file be emptied that is not opened to write, where Landlock does not', async () => {
    for (const [flags, answer] of [
      [0o1000, 'EACCES'],
      [0o1003, 'EACCES'],
      [0o1001, 'allow'],
      [0o1002, 'allow'],
      [0, 'allow'],
    ] as const) {
      expect([flags, await answers('openat', [-100, 0, flags], { abi: 2 })]).toEqual([flags, [answer]]);
      expect(await answers('openat', [-100, 0, flags], { abi: 3 })).toEqual(['allow']);
    }
    expect(await answers('truncate', [], { abi: 2 })).toEqual(['EACCES']);
  });
});

it('is the one that stands ready, where one does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-filters-'));
  try {
    await execa('/usr/bin/python3', ['-B', join(HERE, '..', '..', 'scripts', 'make_ready_filters.py'), folder]);
    const contents = (of: string) => readdirSync(of).map((name) => [name, readFileSync(join(of, name), 'utf8')]);
    expect(contents(join(SOURCE, 'ready-filters'))).toEqual(contents(folder));
    expect(readdirSync(folder)).toHaveLength(12);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('names the program that it is for, where it stands ready with a place for its number', async () => {
  const script =
    'import sys; sys.path.insert(0, sys.argv[1]); import call_rules, ready_filters\n' +
    'for abi in range(1, 8):\n for pid in (2, 70000):\n  for allow in ((), ("links",)):\n' +
    '   print(ready_filters.find("program", allow, abi, pid) == ' +
    'call_rules.call_filter("program", call_rules.Surroundings(abi, pid), allow))';
  const { stdout } = await execa('/usr/bin/python3', ['-I', '-B', '-c', script, SOURCE]);
  expect(stdout.split('\n')).toEqual(Array(28).fill('True'));
});
