import pg from 'pg';
import { expect, it } from 'vitest';
import { ask } from '../../support/infrastructure/ask.ts';
import { waitFor } from '../../worker/support.ts';
import { newInstallation, startServe } from '../serve-support.ts';

it('replicas that start at once on an empty database make one first key', async () => {
  const url = await ask('emptyDatabase');
  const replica = async () =>
    startServe(await newInstallation(), { DATABASE_URL: url, SERVICE_SECRET: 'ab'.repeat(32) });
  const earlier = await replica();
  earlier.signal('SIGTERM');
  expect(await earlier.ended).toBe(0);

  const client = new pg.Client({ connectionString: url });
  // A transaction does not see later changes of other connections.
  const observer = new pg.Client({ connectionString: url });
  await Promise.all([client.connect(), observer.connect()]);
  try {
    await client.query('delete from api_keys');
    // Both see that there is no key, and then have to wait before they can add one.
    await client.query('begin; lock table api_keys in share row exclusive mode');
    const starting = [replica(), replica()];
    await waitFor(async () => {
      const waiting =
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into \"api_keys\"%'";
      return (await observer.query(waiting)).rowCount === 2;
    }, 'both to add a key');
    await client.query('commit');
    const replicas = await Promise.all(starting);
    const [key = '', ...others] = replicas.map((each) => each.key).filter((each) => each !== '');
    expect(others).toEqual([]);
    for (const each of replicas) expect((await each.call('GET', '/v2/contracts', undefined, key)).status).toBe(200);
  } finally {
    await Promise.all([client.end(), observer.end()]);
  }
});
