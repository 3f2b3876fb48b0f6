import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseBackend } from '../../src/process/sandbox/sandbox.ts';
import type { Results } from './helpers/driver.ts';
import { createPlace, type Place, USERS } from './helpers/place.ts';
import { claimsOf, foundBy } from './helpers/security-table.ts';

// Tests the system call filter on kernels whose Landlock protects less: ABI 2 is that of Debian 12 (Linux 6.1), 5 the last before
// signals are scoped. sandbox.matrix.ts has the same attacks on this kernel, and controls which show that each of them works.

const works = await chooseBackend('landlock').then(
  () => true,
  () => false,
);
const refusals = (answer: Record<string, { ok: boolean }>): string[] =>
  Object.keys(answer).filter((name) => answer[name]?.ok === false);

describe.runIf(works).each([1, 2, 5])('with Landlock ABI %i', (abi) => {
  let place: Place;
  beforeAll(async () => {
    place = await createPlace(abi);
  });
  afterAll(() => place.remove());

  describe.each(USERS)('$name', (user) => {
    let results: Results;
    beforeAll(async () => {
      const scenarios = 'files,network,processes,watch,others,look';
      results = JSON.parse(await place.run(user, 'landlock', [await place.folder(user), 'attack', scenarios]));
    });

    it('changes and reads no file outside its folder', () => {
      const { answer, untouched, made } = results.files;
      expect(Object.values(untouched)).toEqual(Array(6).fill(true));
      expect(made).toBe(false);
      expect(answer.own.ok).toBe(true);
      expect(refusals(answer)).toEqual(
        expect.arrayContaining(['shadow', 'secret', 'home', 'list', 'empty', 'empty, for neither', 'hardlink']),
      );
    });

    it('finds what the table of SECURITY.md says', async () => {
      expect(foundBy(results)).toEqual(await claimsOf('landlock', abi));
    });

    it('reaches no network and no socket', () => {
      const { answer, received } = results.network;
      expect(refusals(answer)).toEqual(Object.keys(answer).filter((name) => name !== 'pair'));
      expect(received).toEqual([]);
    });

    it('signals, slows down and watches no other process', () => {
      const own = ['itself', 'its own status'];
      const { answer, alive, slowed } = results.others;
      expect(refusals(answer)).toEqual(Object.keys(answer).filter((name) => !own.includes(name)));
      expect([alive.length, slowed]).toEqual([5, false]);
      expect(results.processes.alive).toBe(true);
      expect(refusals(results.processes.answer)).toEqual(Object.keys(results.processes.answer));
      expect(refusals(results.watch.answer)).toEqual(['inotify', 'dnotify']);
    });
  });
});
