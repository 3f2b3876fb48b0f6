import { describe, expect, it } from 'vitest';
import { LineSplitter, Tail } from '../../src/process/output.ts';

function split(chunks: readonly (string | Buffer)[], longest?: number): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line), longest);
  for (const chunk of chunks) splitter.write(Buffer.from(chunk));
  splitter.end();
  return lines;
}

describe('LineSplitter', () => {
  it('joins what chunks cut apart, characters too', () => {
    const bytes = Buffer.from('für\nzwei\r\n');
    expect(split([bytes.subarray(0, 2), bytes.subarray(2, 7), bytes.subarray(7)])).toEqual(['für', 'zwei']);
  });

  it('takes carriage returns and backspaces for line ends, and leaves out empty lines', () => {
    expect(split(['\n\n 10%\r 20%\b\b\b\b 30%\n\nend'])).toEqual([' 10%', ' 20%', ' 30%', 'end']);
  });

  it('cuts long lines', () => {
    expect(split(['abc', 'def', 'ghi\nnext'], 5)).toEqual(['abcde', 'next']);
  });
});

describe('Tail', () => {
  const MiB = 1024 ** 2;

  it('keeps all of a short stream', () => {
    const tail = new Tail();
    for (let index = 0; index < 2000; index += 1) tail.write(Buffer.from('ab'));
    expect(tail.toString()).toBe('ab'.repeat(2000));
    expect(new Tail().toString()).toBe('');
  });

  it.each([
    ['line by line', 1],
    ['in parts', 10_000],
    ['at once', 110_000],
  ])('keeps the last MiB of a long one that comes %s', (_, linesAtOnce) => {
    const tail = new Tail();
    const all = Buffer.from(Array.from({ length: 110_000 }, (_each, index) => `${index + 100_000} line\n`).join(''));
    for (let at = 0; at < all.length; at += 12 * linesAtOnce) tail.write(all.subarray(at, at + 12 * linesAtOnce));
    expect(all.length).toBeGreaterThan(1.2 * MiB);
    expect(tail.toString() === all.subarray(-MiB).toString()).toBe(true);
  });

  it('does not begin inside a character', () => {
    const tail = new Tail();
    tail.write(Buffer.from(`${'€'.repeat(MiB / 2)}`));
    expect(tail.toString()).toMatch(/^€+$/);
  });
});
