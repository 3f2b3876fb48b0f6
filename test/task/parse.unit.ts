import { describe, expect, test } from 'vitest';
import { ERROR_CODES, WARNING_CODES } from '../../src/task/codes.ts';
import { ConversionErrors } from '../../src/task/errors.ts';
import { parseTask } from '../../src/task/parse.ts';

const minimal = { conversion: { category: 'hash', target: 'md5' }, input: [{ source: 'file:///a' }] };

function errorsOf(document: unknown): string[] {
  try {
    parseTask(typeof document === 'string' ? document : JSON.stringify(document));
  } catch (error) {
    if (error instanceof ConversionErrors) return error.errors.map((each) => `${each.code} ${each.message}`);
    throw error;
  }
  return [];
}

describe('parseTask', () => {
  test('fills in what a task may leave out', () => {
    const task = parseTask(JSON.stringify(minimal));
    expect(task.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(task).toMatchObject({
      job_id: null,
      conversion: { category: 'hash', target: 'md5', options: {} },
      input: [{ type: 'remote', source: 'file:///a', filename: null, credentials: {} }],
      output: { store: null },
    });
  });

  test('keeps what the task says', () => {
    const input = { id: 'i', source: 'https://host/a', filename: 'b.wav', credentials: { decrypt_password: 'x' } };
    const task = parseTask(
      JSON.stringify({ ...minimal, id: 't', job_id: 'j', input: [input], output: { store: 'file:///out' } }),
    );
    expect(task).toMatchObject({
      id: 't',
      job_id: 'j',
      input: [{ ...input, type: 'remote' }],
      output: { store: 'file:///out' },
    });
  });

  test('keeps where a cloud input is, and its credentials; of a remote one only the password', () => {
    const cloud = {
      id: 'i',
      type: 'cloud',
      source: 'ftp',
      filename: null,
      parameters: { host: 'files.example', file: 'a' },
      credentials: { username: 'me', password: 'x', decrypt_password: 'y' },
    };
    const remote = { ...cloud, type: 'remote', source: 'https://host/a' };
    const { input } = parseTask(JSON.stringify({ ...minimal, input: [cloud, remote] }));
    const { parameters: _none, ...rest } = remote;
    expect(input).toEqual([cloud, { ...rest, credentials: { decrypt_password: 'y' } }]);
    expect(errorsOf({ ...minimal, input: [{ ...cloud, type: 'drive' }] })).toHaveLength(1);
  });

  test('names every mistake at once, by its field', () => {
    const errors = errorsOf({ conversion: { target: 7 }, input: [{}] });
    expect(errors).toHaveLength(3);
    expect(errors.join('\n')).toContain("conversion must have required property 'category'");
    expect(errors.join('\n')).toContain('conversion.target must be string');
    expect(errors.join('\n')).toContain("input.0 must have required property 'source'");
  });

  test.each([
    ['not json', '{'],
    ['no object', '[]'],
    ['null', 'null'],
    ['no input', { ...minimal, input: [] }],
  ])('refuses %s', (_, document) => {
    expect(errorsOf(document)[0]).toMatch(/^task_invalid /);
  });

  test('refuses an id that could leave a folder', () => {
    expect(errorsOf({ ...minimal, id: '../x' })[0]).toContain('id must match pattern');
  });
});

test('error and warning numbers are used once', () => {
  const numbers = [...Object.values(ERROR_CODES), ...Object.values(WARNING_CODES)].map((code) => code.number);
  expect(new Set(numbers).size).toBe(numbers.length);
});
