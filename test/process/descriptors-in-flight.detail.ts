import { afterAll, describe, expect, it } from 'vitest';
import type { inFlight } from './helpers/driver.ts';
import { createPlace, type User } from './helpers/place.ts';

/** Not used by anything else, because open files in flight count for all programs of a user. */
const USER: User = { name: 'a user of its own', id: 64_321 };

const place = await createPlace();
afterAll(() => place.remove());

describe.runIf(process.getuid?.() === 0)('open files on their way between two sockets', () => {
  it.each(['landlock', 'both'])(
    'by %s: end the browser that left them, and no browser is refused its own',
    async (by) => {
      const text = await place.run(USER, by, [await place.folder(USER), 'in-flight']);
      const found = JSON.parse(text) as Awaited<ReturnType<typeof inFlight>>;
      expect(found.few.answer).toMatchObject({ handed: 200, refusal: '' });
      expect(found.ofOthers.answer).toMatchObject({ handed: 0, refusal: 'EACCES' });
      expect(found.open.code).toBe('limit_processes');
      expect(found.hidden.code).toBe('resources_exhausted');
      expect(found.control).toMatchObject({ handed: 0, refusal: 'ETOOMANYREFS' });
      expect(found.beside.code).toBe('resources_exhausted');
      expect(found.after.answer).toMatchObject({ handed: 1, refusal: '' });
    },
  );
});
