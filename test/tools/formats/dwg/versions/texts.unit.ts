import { describe, expect, it } from 'vitest';
import { asR12Text, Names } from '../../../../../tools/formats/dwg/versions/dxf-r12/names.ts';
import { plainLines, wrapped } from '../../../../../tools/formats/dwg/versions/simplify/texts.ts';

describe('plainLines', () => {
  it.each([
    ['plain', ['plain']],
    ['one\\Ptwo\\Nthree', ['one', 'two', 'three']],
    ['{\\fArial|b0|i0|c238|p34;font} {\\H2.5x;\\C1;size}', ['font size']],
    ['\\pi0,l2,t4;\\LUnder\\l \\Oover\\o \\Kstruck\\k', ['Under over struck']],
    ['\\A1;\\S1/2; \\S+0.1^ -0.1; \\S3#4;', ['1/2 +0.1/-0.1 3/4']],
    ['a\\~b \\{c\\} \\\\P d', ['a b {c} \\P d']],
    ['%%c20 %%d', ['%%c20 %%d']],
  ])('of %s', (value, lines) => {
    expect(plainLines(value)).toEqual(lines);
  });
});

describe('wrapped', () => {
  it('breaks at spaces, and longer words where a line of R12 is full', () => {
    expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapped('日'.repeat(40), Infinity).map((line) => line.length)).toEqual([36, 4]);
    expect(wrapped('', 10)).toEqual(['']);
  });
});

describe('names of R12', () => {
  it('are the same for the same name, and differ for others', () => {
    const names = new Names();
    expect(names.of('Wände')).toBe('W_NDE');
    expect(names.of('WÄNDE')).toBe('W_NDE');
    expect(names.of('W*nde')).toBe('W_NDE___1');
    expect(names.of('*U12')).toBe('*U12');
    expect(names.of('x'.repeat(40))).toBe('X'.repeat(31));
    expect(names.of('x'.repeat(41))).toBe(`${'X'.repeat(27)}___1`);
    expect(names.of('')).toBe('_');
  });
});

describe('asR12Text', () => {
  it('has ASCII on one line only', () => {
    expect(asR12Text('a\r\nb\tü😀\u0001')).toBe('a^Jb^I\\U+00FC\\U+D83D\\U+DE00');
  });
});
