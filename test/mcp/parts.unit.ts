import { describe, expect, it } from 'vitest';
import { textPart } from '../../src/mcp/markdown-parts.ts';

/** Returns all parts of a text, in order. */
function parts(text: string, most: number): string[] {
  const found: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const part = textPart(text, from, most);
    found.push(part.text);
    from = part.next;
  }
  return found;
}

describe('parts of a text', () => {
  it('end between paragraphs, else between lines', () => {
    expect(parts('one\n\ntwo\n\nthree', 11)).toEqual(['one\n\ntwo\n\n', 'three']);
    expect(parts('one\ntwo\nthree', 9)).toEqual(['one\ntwo\n', 'three']);
  });

  it('end anywhere where the only lines are short or endless', () => {
    expect(parts('a\nbcdefghij', 6)).toEqual(['a\nbcde', 'fghij']);
    expect(parts('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  });

  it('never end inside of a character', () => {
    expect(parts('🐘🐘🐘', 3)).toEqual(['🐘', '🐘', '🐘']);
  });

  it('are together the text, whatever their length', () => {
    const text = 'A first line\n\n🐘 and more\nof it\n\n\nand the end';
    for (let most = 2; most <= text.length + 1; most += 1) {
      const found = parts(text, most);
      expect(found.join('')).toBe(text);
      expect(Math.max(...found.map((part) => part.length))).toBeLessThanOrEqual(most);
    }
  });

  it('of nothing are one', () => {
    expect(parts('', 10)).toEqual(['']);
    expect(textPart('abc', 99, 10)).toEqual({ text: '', next: null });
  });
});
