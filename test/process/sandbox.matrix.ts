import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { sample } from '../support/sample.ts';
import type { Results } from './helpers/driver.ts';
import { findProcesses } from './helpers/find-processes.ts';
import { createPlace, USERS, type User } from './helpers/place.ts';
import { claimsOf, foundBy } from './helpers/security-table.ts';

// The same attacks for every back end that works here and every user; `off` is the control which shows that each
// attack works without a sandbox. Limits apply in all of them.

const place = await createPlace();
const matrix = await Promise.all(
  USERS.map(async (user) => {
    const backends = JSON.parse(await place.run(user, 'auto', [await place.folder(user), 'backends'])) as string[];
    return backends.map((backend) => ({ user, backend, results: null as Results | null }));
  }),
);
// Each run tests every back end with one of the users, and the control.
const all = [...matrix.flat(), ...USERS.map((user) => ({ user, backend: 'off', results: null as Results | null }))];
const chosen = [...Map.groupBy(all, ({ backend }) => backend)].flatMap(([backend, each]) =>
  sample(`sandbox by ${backend}`, each, 1),
);
const sandboxed = chosen.filter(({ backend }) => backend !== 'off');
const controls = chosen.filter(({ backend }) => backend === 'off');
const { landlockAbi: abi } = await describeSandbox();
/** Yama itself separates processes of one user, so with it the control cannot show anything. */
const yama = await readFile('/proc/sys/kernel/yama/ptrace_scope', 'utf8').catch(() => '0');

// Each takes some seconds, mostly waiting.
beforeAll(async () => {
  const queue = [...sandboxed, ...controls];
  const worker = async () => {
    for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
      each.results = JSON.parse(await place.run(each.user, each.backend, [await place.folder(each.user), 'attack']));
    }
  };
  await Promise.all([worker(), worker(), worker()]);
});

afterAll(() => place.remove());

const of = ({ results }: { results: Results | null }): Results => {
  if (results === null) throw new Error('the attacks have not run');
  return results;
};
const who = ({ user, backend }: { user: User; backend: string }): string => `${backend}, by ${user.name}`;
const refusals = (answer: Record<string, { ok: boolean }>): string[] =>
  Object.keys(answer).filter((name) => answer[name]?.ok === false);

it('some back end works here', () => {
  for (const user of USERS) expect(all.filter((each) => each.user === user).length).toBeGreaterThan(1);
});

describe.each(sandboxed.map((each) => ({ ...each, name: who(each), each })))(
  'sandboxed by $name',
  ({ each, backend }) => {
    it('reads no file of another task, of the home folder, or /etc/shadow', () => {
      const { answer } = of(each).files;
      expect(answer.shadow.ok).toBe(false);
      expect(answer.secret.ok).toBe(false);
      expect(answer.home.ok).toBe(false);
      expect(answer.list.ok).toBe(false);
    });

    it('changes nothing outside its folder, and works inside', () => {
      const { answer, untouched, made } = of(each).files;
      expect(Object.values(untouched)).toEqual(Array(6).fill(true));
      expect(made).toBe(false);
      expect(answer.own.ok).toBe(true);
    });

    it('leaves no link or pipe for whoever reads its folder', () => {
      expect(refusals(of(each).files.answer)).toEqual(expect.arrayContaining(['hardlink', 'symlink', 'fifo']));
    });

    it('sees a clean environment, and not that of convertd', () => {
      const { answer } = of(each).environment;
      expect(answer.inherited).toBe(false);
      expect(answer.read.ok).toBe(false);
      expect(answer.keys.filter((key: string) => key !== 'PWD')).toEqual(['HOME', 'LANG', 'PATH', 'TMPDIR']);
    });

    it('has no privileges', () => {
      expect(of(each).environment.answer.status).toEqual({ CapEff: '0000000000000000', NoNewPrivs: '1', Seccomp: '2' });
    });

    it('reaches no network and no socket', () => {
      const { answer, received } = of(each).network;
      const all = ['SOCK_DGRAM', 'SOCK_RAW', 'abstract', 'io_uring', 'tcp', 'udp', 'unix'];
      expect(refusals(answer).sort()).toEqual(all);
      expect(received).toEqual([]);
      expect(answer.pair.ok).toBe(true);
    });

    it('learns no name of what other tasks write', () => {
      expect(refusals(of(each).watch.answer)).toEqual(['inotify', 'dnotify']);
    });

    it('signals, slows down and sees no other process or thread, by whatever way', () => {
      const { answer, alive, slowed } = of(each).others;
      const own = ['itself', 'its own status'];
      expect(refusals(answer)).toEqual(Object.keys(answer).filter((name) => !own.includes(name)));
      expect(alive).toHaveLength(5);
      expect(slowed).toBe(false);
    });

    it('finds what the table of SECURITY.md says', async () => {
      expect(foundBy(of(each))).toEqual(await claimsOf(backend, abi));
    });

    it('reads nothing of others in /proc where it may list it', () => {
      const { listing, reading } = of(each).look;
      expect(refusals(listing.answer)).toEqual(expect.arrayContaining(['command line', 'environment', 'memory']));
      expect(listing.answer.names.ok).toBe(true);
      // The control: a program that may read /proc, without its own namespace, reads command lines.
      expect(reading.answer['command line'].ok).toBe(backend === 'landlock');
    });

    it('holds no memory that is in no count', () => {
      const { answer } = of(each).hidden.memory;
      expect(refusals(answer).sort()).toEqual(['anonymous', 'watches', 'zeros']);
      expect(answer.private.ok).toBe(true);
    });

    it('touches no other process', () => {
      const { answer, alive } = of(each).processes;
      const guarded = [
        'ptrace',
        'memory',
        'limits',
        'worker',
        'supervisor',
        'supervisor memory',
        'namespace',
        'memfd',
        'signal',
      ];
      // Inside a process namespace the parent is the namespace's first process, which ends only the namespace.
      const expected = backend === 'bwrap' ? guarded.filter((name) => name !== 'supervisor') : guarded;
      expect(refusals(answer)).toEqual(expect.arrayContaining(expected));
      expect(alive).toBe(true);
    });
  },
);

describe.each(controls.map((each) => ({ ...each, name: who(each), each })))('control: $name', ({ each, user }) => {
  const isRoot = user.id === null && process.getuid?.() === 0;

  it('the attacks on files work', () => {
    const { answer, untouched, made } = of(each).files;
    expect(refusals(answer)).toEqual(isRoot ? [] : ['shadow']);
    expect(Object.values(untouched)).toEqual(Array(6).fill(false));
    expect(made).toBe(true);
  });

  it('the environment of convertd can be read', () => {
    expect(of(each).environment.answer.read).toEqual({ ok: true, value: true });
  });

  it('the attacks on the network work', () => {
    // Each with its open file.
    const datagrams = ['SOCK_DGRAM 1', 'SOCK_RAW 1'];
    expect(of(each).network.received).toEqual([...datagrams, 'abstract', 'tcp', 'udp', 'unix']);
  });

  it('the names of what other tasks write can be watched', () => {
    expect(of(each).watch.answer.inotify.value).toMatch(/^secret-/);
    expect(of(each).watch.answer.dnotify.ok).toBe(true);
  });

  it('signals, changes of priority and a look at sockets work', () => {
    const { answer, alive, slowed } = of(each).others;
    expect(refusals(answer)).toEqual([]);
    expect(alive).toEqual(['scheduling']);
    expect(slowed).toBe(true);
  });

  it('others can be looked at, signaled and touched', () => {
    const { answer } = of(each).look.plain;
    expect(refusals(answer)).toEqual([]);
    expect(answer.sockets.value).toBeGreaterThan(1);
  });

  it('memory can be held that is in no count', () => {
    const { answer } = of(each).hidden.memory;
    expect(refusals(answer)).toEqual([]);
    expect([answer.anonymous.value, answer.zeros.value]).toEqual([true, true]);
  });

  it('the attacks on processes work', () => {
    const { answer, alive } = of(each).processes;
    const works = [
      'worker',
      'supervisor',
      'limits',
      'memfd',
      'signal',
      ...(yama.trim() === '0' ? ['ptrace', 'memory', 'supervisor memory'] : []),
    ];
    for (const name of works) expect([name, answer[name].ok]).toEqual([name, true]);
    expect(alive).toBe(false);
  });
});

describe.each([...sandboxed, ...controls].map((each) => ({ name: who(each), each })))(
  'limits with $name',
  ({ each }) => {
    it('nothing a program starts outlives it, however it ends', () => {
      const { results, left, sameReason } = of(each).leftovers;
      expect(results.map((result) => result.code)).toEqual([null, 'conversion_canceled', 'conversion_timeout']);
      expect(left).toEqual([0, 0, 0]);
      expect(sameReason).toBe(true);
    });

    it('memory: of one process, and of many together; shared pages count once', () => {
      const { one, many, reserved, within, shared } = of(each).memory;
      expect(one.code).toBe('limit_memory');
      expect(many.code).toBe('limit_memory');
      expect(reserved.answer).toBeNull();
      expect(within.answer).toEqual({ held: 70 });
      expect(shared.answer).toEqual({ held: 50 });
    });

    it('descriptors: what sockets may hold is memory, and there are not too many of all', () => {
      const { sockets, few, files, within } = of(each).hidden;
      expect([sockets.code, files.code]).toEqual(['limit_memory', 'limit_processes']);
      expect(few.answer).toEqual({ held: 400 });
      expect(within.answer).toEqual({ held: 900 });
    });

    it('processes: a fork bomb, and a few too many', () => {
      const { bomb, survivors, over, within } = of(each).counts;
      expect(bomb.code).toBe('limit_processes');
      expect(survivors).toBe(0);
      expect(over.code).toBe('limit_processes');
      expect(within.answer).toEqual({ made: 40 });
    });

    it('file size: a program that dies of it, and one that tells', () => {
      const { killed, killedSize, told, toldSize, within } = of(each).fileSize;
      expect([killed.code, told.code]).toEqual(['limit_file_size', 'limit_file_size']);
      expect([killedSize, toldSize]).toEqual([4 * 1024 ** 2, 4 * 1024 ** 2]);
      expect(within.answer).toEqual({ size: 3 * 1024 ** 2 });
    });

    it('processor and wall time', () => {
      const { cpu, within, wall } = of(each).time;
      expect([cpu.code, wall.code]).toEqual(['limit_cpu', 'conversion_timeout']);
      expect(within.answer).toEqual({ burnt: true });
    });

    it('a password given on standard input arrives and is in no command line', () => {
      const { seen, seenAsArgument } = of(each).password;
      expect(seen).toBe(0);
      expect(seenAsArgument).toBeGreaterThan(0);
    });

    it('the home and temporary folders are usable, and gone afterwards', () => {
      const { answer, left } = of(each).environment;
      expect([answer.home.ok, answer.temporary.ok]).toEqual([true, true]);
      expect(left).toEqual(['engine']);
    });

    it('a worker killed by SIGKILL leaves no process', async () => {
      const name = `convertd-test-killed-${each.backend}-${each.user.id}-${process.pid}`;
      await place.runAndKill(each.user, each.backend, [await place.folder(each.user), 'hang', name]);
      await expect.poll(() => findProcesses(name)).toEqual([]);
    });
  },
);

it('control: without a supervisor, all three kinds of process outlive their parent', async () => {
  const name = `convertd-test-control-${process.pid}`;
  const { execFileSync } = await import('node:child_process');
  const script = new URL('helpers/attack.py', import.meta.url).pathname;
  execFileSync('/usr/bin/python3', ['-I', '-S', script, 'leave', name, '0'], { stdio: 'ignore' });
  // Processes that the shell starts appear a moment later.
  await expect.poll(() => findProcesses(name)).toHaveLength(4);
  for (const pid of await findProcesses(name)) process.kill(pid, 'SIGKILL');
});
