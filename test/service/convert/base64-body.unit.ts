import { describe, expect, test } from 'vitest';
import { decodeBase64 } from '../../../src/files/fetch/data-source.ts';
import { Base64Body } from '../../../src/service/uploads/base64-body.ts';
import fc from '../../support/fast-check.ts';
import { processorSlowness, processorTime } from '../../support/slowness.ts';

/** Reads a body in pieces of this many bytes. */
function read(text: string, size: number) {
  const body = new Base64Body(1024 ** 2);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) body.add(bytes.subarray(at, at + size));
  const { rest, contents } = body.end();
  const decoded = new Map([...contents].map(([mark, content]) => [mark, content && Buffer.concat(content)]));
  return { rest, contents: decoded, content: [...decoded.values()].at(-1) };
}

/** Result of Node's own decoders of JSON and base64. */
function expected(text: string) {
  const { content, ...rest } = JSON.parse(text);
  return { rest, content: decodeBase64(content.replace(/^data:[^,]{0,255};base64,/i, '')) };
}

const SIZES = [1, 2, 3, 7, 100_000];
const HELLO = Buffer.from('hello, world');

describe('a body with a file', () => {
  test.each([
    [JSON.stringify({ content: HELLO.toString('base64') })],
    [JSON.stringify({ name: 'a "b" \\', content: HELLO.toString('base64'), options: { content: 'x' } })],
    [JSON.stringify({ content: `data:text/plain;base64,${HELLO.toString('base64')}` })],
    [JSON.stringify({ content: Buffer.alloc(50_000, 'øæ').toString('base64') })],
    [JSON.stringify({ content: Buffer.alloc(50_001, 'øæ').toString('base64url') })],
    [JSON.stringify({ content: Buffer.alloc(10_000, 7).toString('base64').replaceAll(/.{76}/g, '$&\r\n') })],
    [`{"content":"${Buffer.alloc(9000, 255).toString('base64').replaceAll('/', '\\/')}"}`],
    ['{"content":"aGVs\\u0062G8=" , "name":"x"}'],
    ['{"content":"aGVsbG8=","content":"d29ybGQ="}'],
    ['{"options":[{"content":"aGVsbG8="}],"content":""}'],
    ['{"content":"aGVsbG8"}'],
    ['{"content":"aGVs=bG8="}'],
    ['{"content":"not base64!"}'],
    [`{"content":"${'A'.repeat(9000)}="}`],
    [`{"content":"${'A'.repeat(5000)}=${'A'.repeat(5003)}"}`],
    ['{"content":"a\\"b"}'],
    ['{"content":"é"}'],
  ])('is read as JSON and base64 are: %.60s', (text) => {
    for (const size of SIZES) {
      const { rest, content } = read(text, size);
      expect({ rest: { ...JSON.parse(rest), content: undefined }, content }).toEqual({
        ...expected(text),
        rest: { ...expected(text).rest, content: undefined },
      });
    }
  });

  test('in a list has its own bytes', () => {
    const texts = ['one', 'two', 'three'].map((text) => Buffer.from(text).toString('base64'));
    const text = JSON.stringify([{ a: [{ content: 'x' }] }, ...texts.map((content) => ({ content, b: 'c' }))]);
    for (const size of SIZES) {
      const { rest, contents } = read(text, size);
      const files = JSON.parse(rest).map(({ content }: { content?: string }) =>
        contents.get(content ?? '')?.toString(),
      );
      expect(files).toEqual([undefined, 'one', 'two', 'three']);
    }
  });

  test('of any bytes, in any pieces', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), fc.integer({ min: 1, max: 9000 }), (bytes, size) => {
        const text = JSON.stringify({ a: '"content":"', content: Buffer.from(bytes).toString('base64'), b: [1] });
        expect(read(text, size).content).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test.each([
    ['{"content":"aGVs'],
    ['{"content":"aGVs\nbG8="}'],
    ['{"content":"aGVs\\xbG8="}'],
    ['{"content":"aGVs\\u00zzbG8="}'],
    ['{"content":"aGVsbG8="'],
    ['{"content" "aGVsbG8="}'],
    ['{content:"aGVsbG8="}'],
    ['"content":"aGVsbG8="'],
  ])('that is not JSON leaves no JSON: %s', (text) => {
    for (const size of SIZES) expect(() => JSON.parse(read(text, size).rest)).toThrow(SyntaxError);
  });

  test.each([['{"c\\u006fntent":"aGVsbG8="}'], ['["content","aGVsbG8="]'], ['{"a":{"content":"x"}}'], ['"content"']])(
    'without that member stays as it is: %s',
    (text) => expect(read(text, 1)).toMatchObject({ rest: text, content: undefined }),
  );

  test('whose rest is too large is not kept', () => {
    const body = new Base64Body(1000);
    expect(body.add(Buffer.from(`{"content":"${'A'.repeat(4000)}"`))).toBe(true);
    expect(body.add(Buffer.from(`,"name":"${'A'.repeat(4000)}"}`))).toBe(false);
  });

  test.each([
    ['base64', 'AAAA'],
    ['escapes', '\\/\\/'],
    ['escapes of code units', '\\u0041'],
    ['line ends', 'AA\\r\\n'],
    ['quotes', '\\"'],
  ])('of %s is read in little time, piece by piece', (_, piece) => {
    const body = new Base64Body(1024 ** 2);
    body.add(Buffer.from('{"content":"'));
    const chunk = Buffer.from(piece.repeat(Math.floor((64 * 1024) / piece.length)));
    const times = Array.from({ length: 30 }, () => processorTime(() => body.add(chunk)));
    // The shortest time, because the first ones run code that has not been compiled yet.
    expect(Math.min(...times)).toBeLessThan(25 * processorSlowness());
  });
});
