import { describe, expect, test } from 'vitest';
import { stem } from '../../src/files/filename.ts';
import { UniqueNames } from '../../src/files/unique-names.ts';
import { outputFilename, outputId } from '../../src/runner/naming.ts';
import type { LocalInput } from '../../src/work/context.ts';

const input = (filename: string): LocalInput => ({
  id: 'i',
  path: '/in',
  filename,
  size: 1,
  format: null,
  decryptPassword: null,
});
const output = { path: '/out', extension: 'mp3', contentType: 'audio/mpeg' };

describe('outputFilename', () => {
  test.each([
    ['the input without its extension', output, undefined, 'talk.mp3'],
    ['output_filename', output, 'speech', 'speech.mp3'],
    ['the engine’s own base name', { ...output, basename: 'data' }, undefined, 'data.mp3'],
    ['output_filename over the engine’s', { ...output, basename: 'data' }, 'speech', 'speech.mp3'],
    ['a suffix', { ...output, suffix: '-2' }, undefined, 'talk-2.mp3'],
    ['nothing for an empty output_filename', output, '', 'talk.mp3'],
  ])('takes %s', (_, made, name, expected) => {
    expect(outputFilename(made, [input('talk.wav')], name)).toBe(expected);
  });

  test('never leaves the folder', () => {
    expect(outputFilename(output, [input('talk.wav')], '../../etc/passwd')).not.toMatch(/\//);
  });
});

test('stem keeps a leading dot and drops one extension', () => {
  expect(['a.b.c', '.profile', 'plain'].map(stem)).toEqual(['a.b', '.profile', 'plain']);
});

test('UniqueNames tells equal names apart, without case', () => {
  const names = new UniqueNames();
  expect(['a.mp3', 'A.mp3', 'a.mp3', 'a'].map((name) => names.take(name))).toEqual([
    'a.mp3',
    'A-2.mp3',
    'a-3.mp3',
    'a',
  ]);
});

test('outputId is a UUID that depends on the task and the name alone', () => {
  expect(outputId('t', 'a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(outputId('t', 'a')).toBe(outputId('t', 'a'));
  expect(outputId('t', 'a')).not.toBe(outputId('t', 'b'));
});
