import { expect, test } from 'vitest';
import { byLibrary } from '../../src/files/formats/library.ts';
import { byPictureSignature } from '../../src/files/formats/pictures.ts';
import { byHeaderFields, byPlausibility } from '../../src/files/formats/signatures.ts';
import { identifyRemote } from '../../src/files/identify.ts';

const chunk = (type: string, data = Buffer.alloc(0)): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};

const png = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', Buffer.alloc(13, 1)), ...chunks]);

const withRest = (start: string): Buffer => Buffer.from(start.padEnd(40, '\x00'), 'latin1');

const PICTURES: readonly (readonly [name: string, head: Buffer])[] = [
  ['jpg', withRest('\xff\xd8\xff\xe0\x00\x10JFIF')],
  ['jpg', withRest('\xff\xd8\xff\xdb')],
  ['gif', withRest('GIF87a')],
  ['gif', withRest('GIF89a')],
  ['png', png(chunk('tEXt', Buffer.alloc(300)), chunk('IDAT', Buffer.alloc(20)))],
  ['apng', png(chunk('acTL', Buffer.alloc(8)), chunk('IDAT', Buffer.alloc(20)))],
];

const sourceOf = (head: Buffer) => ({
  head,
  size: 1_000_000,
  read: () => Promise.reject(new Error('the head is enough')),
});

test('a wireless bitmap is recognised by its sides and its exact size', () => {
  const head = Buffer.concat([Buffer.from([0, 0, 0x82, 0x2c, 10]), Buffer.alloc(38 * 10)]);
  const found = (size: number) => byPlausibility({ ...sourceOf(head), size });
  expect([found(head.length), found(head.length + 1), found(head.length - 1)]).toEqual(['wbmp', null, null]);
});

test('a CGM is recognised by its first two elements, with a short or a long name', async () => {
  const cgm = (start: string) => byHeaderFields(sourceOf(Buffer.from(start.padEnd(600, '\0'), 'latin1')));
  expect(await cgm('\x00\x29\x08CGM plot\0\x10\x22\x00\x03')).toBe('cgm');
  expect(await cgm(`\x00\x3f\x00\x30\x2f${'n'.repeat(47)}\x10\x22\x00\x04`)).toBe('cgm');
  expect(await cgm('\x00\x29\x08CGM plot\0\x10\x23\x00\x03').catch(() => null)).not.toBe('cgm');
});

test.each(PICTURES)('%s is recognised from its head', (name, head) => {
  expect(byPictureSignature(sourceOf(head))).toBe(name);
});

test.each([
  ['JPEG-LS', withRest('\xff\xd8\xff\xf7')],
  ['no marker', withRest('\xff\xd8\xff\x01')],
  ['too short', Buffer.from('GIF89a')],
  ['another version of GIF', withRest('GIF90a')],
  ['a PNG without its header', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IDAT')])],
  ['a PNG that ends before its pixels', png(chunk('tEXt', Buffer.alloc(300)))],
])('%s is left to others', (_, head) => {
  expect(byPictureSignature(sourceOf(head))).toBeNull();
});

test('the library says the same, wherever a byte is changed', async () => {
  for (const [, head] of PICTURES) {
    for (let at = 0; at < 60 && at < head.length; at += 1) {
      for (const value of [0x00, 0x41, 0x7f, 0xf7, 0xff]) {
        const changed = Buffer.from(head);
        changed[at] = value;
        const found = byPictureSignature(sourceOf(changed));
        if (found !== null) expect((await byLibrary(sourceOf(changed)))?.name, `${at}: ${value}`).toBe(found);
      }
    }
  }
});

test('no byte after the end of a file is asked for', async () => {
  const file = Buffer.alloc(70_000);
  const ends: number[] = [];
  await identifyRemote(file.length, async (offset, length) => {
    ends.push(offset + length);
    return file.subarray(offset, offset + length);
  });
  expect(ends.length).toBeGreaterThan(1);
  expect(Math.max(...ends)).toBe(file.length);
});
