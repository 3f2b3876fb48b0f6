import { expect, test } from 'vitest';
import { namedFiles, relevantTests } from '../../scripts/test/changed.ts';

test('a file names modules, programs, fixtures and modules of Python', () => {
  const files = ['a/b.ts', 'a/run.py', 'a/helper.py', 'fixtures/x/y.pdf', 'src/process/python/pool.py', 'a/own.ts'];
  const text = `import '../a/b.ts'; new URL('./run.py', x); fixture("x/y.pdf"); "own.ts"; 'import pool; pool.main()'`;
  expect([...namedFiles('a/own.ts', text, new Set(files))].sort()).toEqual([
    'a/b.ts',
    'a/run.py',
    'fixtures/x/y.pdf',
    'src/process/python/pool.py',
  ]);
});

test('a change touches what depends on it, also by the name of a folder or through a program', async () => {
  expect(await relevantTests(['src/files/fetch/content-disposition.ts'])).toEqual(
    expect.arrayContaining(['test/files/content-disposition.unit.ts', 'test/files/fetch.test.ts']),
  );
  const engine = await relevantTests(['engines/audio/effects.ts']);
  expect(engine).toEqual(
    expect.arrayContaining(['test/engines/audio/golden.test.ts', 'test/conversions/audio.test.ts']),
  );
  expect(engine.filter((path) => /engines\/(video|image|cad)|service/.test(path))).toEqual([]);
  const launcher = await relevantTests(['src/process/python/launch_server.py']);
  expect(launcher).toEqual(expect.arrayContaining(['test/process/warm-starts.test.ts']));
  expect(await relevantTests(['LICENSE'])).toEqual([]);
});
