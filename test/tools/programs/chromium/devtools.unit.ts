import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { DriverLostError } from '../../../../src/process/pool/pool-driver.ts';
import { CommandError, Connection } from '../../../../tools/programs/chromium/devtools/connection.ts';
import { type BrowserMessageError, readMessages } from '../../../../tools/programs/chromium/devtools/messages.ts';
import { headersFor } from '../../../../tools/programs/chromium/headers-for.ts';

describe('messages of a browser', () => {
  const read = () => {
    const stream = new PassThrough();
    const [messages, ends]: [object[], (BrowserMessageError | null)[]] = [[], []];
    readMessages(
      stream,
      (message) => messages.push(message),
      (error) => ends.push(error),
    );
    return { stream, messages, ends };
  };
  const soon = () => new Promise((resolve) => setImmediate(resolve));

  it('are read however they are cut', async () => {
    const { stream, messages } = read();
    for (const part of ['{"a":', '1}\0{"b":"', 'é"}', '\0']) stream.write(part);
    await soon();
    expect(messages).toEqual([{ a: 1 }, { b: 'é' }]);
  });

  it('end with what is none, and nothing after it is read', async () => {
    const { stream, messages, ends } = read();
    stream.write('{}\0no JSON\0{}\0');
    await soon();
    stream.write('{}\0');
    await soon();
    expect([messages.length, ends.length, ends[0]?.name]).toEqual([1, 1, 'BrowserMessageError']);
  });

  it('end with one that never ends', async () => {
    const { stream, ends } = read();
    const chunk = Buffer.alloc(16 * 1024 ** 2, 'x');
    for (let count = 0; count < 13; count += 1) {
      stream.write(chunk);
      await soon();
    }
    expect(ends[0]?.message).toContain('more than');
  });
});

describe('a connection to a browser', () => {
  const connect = () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    return { connection: new Connection({ stdin, stdout }), stdin, stdout };
  };

  it('gives answers to their commands, and events to the sessions that they are of', async () => {
    const { connection, stdin, stdout } = connect();
    const asked = connection.root.send('Browser.getVersion');
    expect(String(stdin.read())).toBe('{"id":1,"method":"Browser.getVersion","params":{}}\0');
    const crashed: string[] = [];
    connection.root.on('Target.targetCrashed', ({ targetId }) => crashed.push(targetId));
    stdout.write('{"method":"Target.targetCrashed","params":{"targetId":"one"}}\0');
    stdout.write('{"method":"Target.targetCrashed","params":{"targetId":"two"},"sessionId":"unknown"}\0');
    stdout.write('{"id":1,"result":{"userAgent":"x"}}\0{"id":9,"result":{}}\0');
    expect(await asked).toEqual({ userAgent: 'x' });
    expect(crashed).toEqual(['one']);
  });

  it('rejects what the browser refuses, what a session waits for that ends, and everything when the browser goes', async () => {
    const { connection, stdout } = connect();
    const refused = connection.root.send('Browser.getVersion');
    const session = connection.session('s');
    const dropped = session.send('Page.enable');
    stdout.write('{"id":1,"error":{"message":"not now"}}\0');
    await expect(refused).rejects.toThrow('not now');
    connection.drop(session, 'it crashed');
    await expect(dropped).rejects.toBeInstanceOf(CommandError);
    await expect(session.send('Page.enable')).rejects.toThrow('it crashed');
    const open = connection.root.send('Browser.getVersion');
    stdout.end();
    await expect(open).rejects.toBeInstanceOf(DriverLostError);
    await expect(connection.root.send('Browser.getVersion')).rejects.toBeInstanceOf(DriverLostError);
  });
});

describe('a scope of a header', () => {
  it('that would be matched without an end matches nothing, and holds nothing up', () => {
    const evil = { name: 'X', value: '1', scope: '^(https?:(a+)+)+$' };
    const headers = headersFor([evil, { name: 'Y', value: '2', scope: 'example' }], 'https://example.com/');
    const address = `http:${'a'.repeat(60)}!`;
    for (let count = 0; count < 30; count += 1) expect(headers.of(address)).toEqual({});
    expect(headersFor([evil], 'https://example.com/').of('https:aaa')).toEqual({ x: '1' });
  });
});
