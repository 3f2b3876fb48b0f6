import { describe, expect, it } from 'vitest';
import { listEntries } from '../../src/catalog/index.ts';
import { CHANGES } from '../../src/cli/convert/changed-name.ts';
import { type PlannedThread, planOutputs } from '../../src/cli/convert/output-plan.ts';
import type { Task } from '../../src/task/types.ts';

const thread = (
  inputName: string,
  more: Partial<PlannedThread> & { target?: string; options?: object } = {},
): PlannedThread => {
  const { target = 'audio/mp3', options = {}, ...others } = more;
  const [category = '', name = ''] = target.split('/');
  const task: Task = {
    id: inputName,
    job_id: null,
    conversion: { id: 'c', category, target: name, options: { ...options } },
    input: [],
    output: { store: null },
  };
  return { task, inputName, location: '/out', named: null, ...others };
};

const names = (...threads: PlannedThread[]) => planOutputs(threads).map(({ filename }) => filename);

describe('names of outputs', () => {
  it('are given in the order of the inputs, whichever ends first', () => {
    const plans = planOutputs([thread('talk.wav'), thread('talk.flac'), thread('other.wav')]);
    expect(plans.map(({ filename }) => filename)).toEqual(['talk.mp3', 'talk-2.mp3', 'other.mp3']);
    expect(plans[1]?.names.take('talk.mp3')).toBe('talk-2.mp3');
    expect(plans[0]?.names.take('talk.mp3')).toBe('talk.mp3');
  });

  it('are told apart within a folder only', () => {
    expect(names(thread('a.wav'), thread('a.wav', { location: '/out/b' }))).toEqual(['a.mp3', 'a.mp3']);
  });

  it('give way to one that has been planned', () => {
    expect(names(thread('a.wav'), thread('a.ogg'), thread('a-2.wav'))).toEqual(['a.mp3', 'a-2.mp3', 'a-2-2.mp3']);
  });

  it('hold for every file of one input', () => {
    const [, second] = planOutputs([
      thread('a.pdf', { target: 'image/png' }),
      thread('a.pdf', { target: 'image/png' }),
    ]);
    expect(['a-1.png', 'a-2.png'].map((name) => second?.names.take(name))).toEqual(['a-2-1.png', 'a-2-2.png']);
  });

  it('follow output_filename and the endings of targets', () => {
    expect(names(thread('a.pdf', { options: { output_filename: 'b' } }))).toEqual(['b.mp3']);
    expect(
      names(thread('v1.2.pdf', { target: 'document/chunks' }), thread('v1.2.odt', { target: 'document/chunks' })),
    ).toEqual(['v1.2.chunks.json', 'v1.2-2.chunks.json']);
    expect(names(thread('photo.png', { target: 'operation/compress' }))).toEqual(['photo.png']);
  });

  it('say what was done where the name of an input would be taken', () => {
    const named = (target: string, options: object, inputs = ['/out/a.pdf']) =>
      planOutputs([thread('a.pdf', { target, options })], new Set(inputs))[0]?.filename;
    expect(named('operation/compress', {})).toBe('a-compressed.pdf');
    expect(named('document/pdf', { merge: true })).toBe('a-merged.pdf');
    expect(named('document/pdf', { rotate: 90, ocr: false })).toBe('a-turned.pdf');
    expect(named('document/pdf', {})).toBe('a-converted.pdf');
    expect(named('document/pdf', { output_filename: 'a' })).toBe('a.pdf');
    expect(named('document/pdf', {}, ['/elsewhere/a.pdf'])).toBe('a.pdf');
    expect(named('image/png', {})).toBe('a.png');
  });

  it('are changed by options that exist', () => {
    const known = new Set(listEntries().flatMap((entry) => Object.keys(entry.options)));
    expect(CHANGES.map(([option]) => option).filter((option) => !known.has(option))).toEqual([]);
  });

  it('are as they were typed, but for a zip of several files', () => {
    const [plan] = planOutputs([thread('a.pdf', { target: 'image/jpg', named: 'page.jpeg' })]);
    expect(plan?.names.take('a.jpg')).toBe('page.jpeg');
    expect(plan?.names.take('a.zip')).toBe('page.zip');
  });
});
