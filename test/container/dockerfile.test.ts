import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { ROOT } from '../cli/support.ts';
import { readWorkflow } from '../release/workflow.ts';

/** Reads the Dockerfile like the replay of the image. Arguments: the values of DEBIAN, then those of VARIANT. */
const READ = `
import dockerfile, json, sys
steps = list(dockerfile.instructions("Dockerfile"))
stages = [rest.split()[-1] for name, rest in steps if name == "FROM"]
def bases(debian, variant):
    needed = dockerfile.read_stages("Dockerfile", {"DEBIAN": debian, "VARIANT": variant})
    return [stage.base for stage in needed if stage.base not in stages]
print(json.dumps({
    # Where a stage repeats an argument, the first has the default.
    "defaults": dict(dockerfile.argument(rest) for name, rest in reversed(steps) if name == "ARG"),
    "bases": {f"{d} {v}": bases(d, v) for d in sys.argv[1].split() for v in sys.argv[2].split()},
}))`;

/** The table in docs/container.md: each build argument with a default, and that default. */
const page = readFileSync(join(ROOT, 'docs/container.md'), 'utf8');
const documented = Object.fromEntries(
  Array.from(page.matchAll(/^\| `([A-Z_]+)` \| `([^`]+)` \|/gm), ([, name = '', value]) => [name, value]),
);

const { stdout } = await execa('/usr/bin/python3', ['-c', READ, 'trixie bookworm', 'full office media slim'], {
  cwd: ROOT,
  env: { PYTHONPATH: join(ROOT, 'scripts/container'), PYTHONDONTWRITEBYTECODE: '1' },
});
const { defaults, bases }: { defaults: Record<string, string>; bases: Record<string, string[]> } = JSON.parse(stdout);

test('every stage of every variant builds on the very Node that the tests run on, or on another stage', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(Object.keys(bases)).toHaveLength(8);
  for (const [built, images] of Object.entries(bases)) {
    const [debian] = built.split(' ');
    expect(new Set(images), built).toEqual(new Set([`node:${devDependencies.node}-${debian}-slim`]));
  }
});

test('docs/container.md has the defaults of the build arguments', () => {
  expect(Object.keys(documented)).toEqual(expect.arrayContaining(['BASE', 'DEBIAN', 'VARIANT', 'LEAVE_OUT']));
  expect(defaults).toMatchObject(documented);
});

test('docs/container.md and the release have every variant of the Dockerfile', () => {
  const stages = [...readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/ AS variant-(\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(stages).toHaveLength(4);
  expect(readWorkflow('release.yml').jobs.image?.strategy?.matrix.variant?.toSorted()).toEqual(stages.toSorted());
  for (const name of stages) expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\|.* MB \\|`, 'm'));
});
