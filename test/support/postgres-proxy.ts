import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** The network between a client and PostgreSQL, which can lose the answer to one COMMIT. */
export interface PostgresProxy {
  /** The URL of the database through it. */
  readonly url: string;
  /** Resets the connection of the next transaction that sends this text, once the server has committed it. */
  loseCommitAfter(text: string): void;
  /** Commits whose answers were lost. */
  readonly lost: number;
  close(): Promise<void>;
}

/** @param url `postgres://` URL of a server on this machine, without TLS */
export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  let wanted: string | null = null;
  let lost = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isWanted = false;
    let isCommitting = false;
    client.on('data', (sent) => {
      if (wanted !== null && sent.includes(wanted)) isWanted = true;
      if (isWanted && sent.includes('commit\0')) {
        isCommitting = true;
        wanted = null;
      }
      database.write(sent);
    });
    database.on('data', (answer) => {
      if (!isCommitting) return void client.write(answer);
      lost += 1;
      client.resetAndDestroy();
      database.destroy();
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    loseCommitAfter: (text) => {
      wanted = text;
    },
    get lost() {
      return lost;
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
