import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT, temporaryFolder } from '../cli/support.ts';
import { commandsOf, type Job, readWorkflow } from './workflow.ts';

const { jobs, ...workflow } = readWorkflow('release.yml');
const NODE = dirname(process.execPath);

/** Makes a checkout with what a release reads: a version, a changelog, and tags of other versions. */
async function checkout(version: string, others: readonly string[] = []): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'scripts'));
  await copyFile(join(ROOT, 'scripts/release.ts'), join(folder, 'scripts/release.ts'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version, type: 'module' }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ version, packages: { '': { version } } }));
  const section = `## ${version} - 2027-01-31\n\n### Added\n\n- A way to turn pictures\n\n`;
  await writeFile(
    join(folder, 'CHANGELOG.md'),
    `# Changelog\n\n## Unreleased\n\n${section}## 0.1.0 - 2026-11-22\n\n- First\n`,
  );
  const git = (...words: string[]) =>
    execa('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], { cwd: folder });
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', `Release ${version}`);
  for (const each of [version, ...others]) await git('tag', `v${each}`);
  return folder;
}

const release = (folder: string, ...words: string[]) =>
  execa(process.execPath, ['scripts/release.ts', ...words], { cwd: folder, reject: false });

describe('the tag of a release', () => {
  it('is the version of package.json, its lock file and the changelog', async () => {
    const folder = await checkout('1.2.3');
    expect(await release(folder, 'check', 'v1.2.3')).toMatchObject({ exitCode: 0, stderr: '' });
    const { exitCode, stderr } = await release(folder, 'check', 'v1.3.0');
    expect(exitCode).toBe(1);
    expect(stderr.split('\n')).toEqual([
      'v1.3.0: package.json has version 1.2.3',
      'v1.3.0: package-lock.json has version 1.2.3: npm version --no-git-tag-version 1.3.0',
      'v1.3.0: CHANGELOG.md has no heading "## 1.3.0 - YYYY-MM-DD"',
    ]);
    expect((await release(folder, 'check', '1.2.3')).stderr).toContain('a release has a tag like v1.2.3');
  });

  it('is that of this checkout only after a release', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(await release(ROOT, 'check', `v${version}`)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await release(ROOT, 'check', 'v99.0.0')).toMatchObject({ exitCode: 1 });
  });

  it('has the notes of its section alone', async () => {
    const { stdout } = await release(await checkout('1.2.3'), 'notes', 'v1.2.3');
    expect(stdout).toBe('### Added\n\n- A way to turn pictures');
  });

  it.each([
    ['1.2.3', [], 'latest', ['1.2.3', '1.2', '1', 'latest']],
    ['1.2.10', ['1.2.9', '2.0.0-rc.1'], 'latest', ['1.2.10', '1.2', '1', 'latest']],
    ['0.2.0', [], 'latest', ['0.2.0', '0.2', 'latest']],
    ['1.2.3', ['1.10.0'], 'release-1.2', ['1.2.3', '1.2']],
    ['1.9.1', ['2.0.0'], 'release-1.9', ['1.9.1', '1.9', '1']],
    ['1.2.3', ['1.2.4'], 'release-1.2', ['1.2.3']],
    ['1.2.3-rc.1', [], 'next', ['1.2.3-rc.1']],
  ])('%s beside %j is %s of npm', async (version, others, channel, tags) => {
    const folder = await checkout(version, others);
    expect((await release(folder, 'channel', `v${version}`)).stdout).toBe(channel);
    expect((await release(folder, 'tags', `v${version}`, 'full')).stdout.split('\n')).toEqual(tags);
    const slim = tags.map((tag) => (tag === 'latest' ? 'slim' : `${tag}-slim`));
    expect((await release(folder, 'tags', `v${version}`, 'slim')).stdout.split('\n')).toEqual(slim);
  });
});

/* Programs that need registries and an identity of the forge write down how they were called; everything else is real. */
describe('the workflow', () => {
  let folder: string;
  let calls: string;
  const ANSWERS = {
    docker: `case "$*" in
      *--metadata-file*) echo '{"containerimage.digest": "sha256:built"}' >metadata.json ;;
      *'imagetools inspect'*) echo '{"digest": "sha256:both"}' ;;
    esac`,
    cosign: '',
    gh: '',
    npm: '',
  };
  beforeEach(async () => {
    folder = await checkout('1.2.3');
    calls = join(await temporaryFolder(), 'calls');
    await mkdir(`${calls}-bin`);
    for (const [name, answer] of Object.entries(ANSWERS)) {
      const program = join(`${calls}-bin`, name);
      await writeFile(program, `#!/bin/bash\nprintf '%s\\n' "${name} $*" >>${calls}\n${answer}\n`);
      await chmod(program, 0o755);
    }
  });

  /** Runs steps as the forge's shell does. */
  async function run(commands: readonly string[], more: Record<string, string> = {}): Promise<string[]> {
    const env = {
      ...{ TAG: 'v1.2.3', IMAGE: 'registry.example/Owner/convertd', GITHUB_SHA: 'abc' },
      ...{ GITHUB_SERVER_URL: 'https://forge.example', GITHUB_REPOSITORY: 'Owner/convertd' },
      ...more,
      PATH: `${calls}-bin:${NODE}:${process.env.PATH}`,
    };
    for (const command of commands) await execa('bash', ['-e', '-c', command], { cwd: folder, env });
    return (await readFile(calls, 'utf8')).trim().split('\n');
  }
  const commandsNamed = (job: Job | undefined, part: RegExp) =>
    commandsOf(job as Job).filter((each) => part.test(each));

  it('builds each variant on both architectures with provenance and a list of its parts, and pushes no tag', async () => {
    expect(jobs.image?.strategy?.matrix).toEqual({
      variant: ['slim', 'office', 'media', 'full'],
      machine: ['ubuntu-24.04', 'ubuntu-24.04-arm'],
    });
    const [build] = await run(commandsNamed(jobs.image, /buildx build/), { VARIANT: 'slim', MACHINE: 'arm' });
    for (const word of [
      ...[
        'VARIANT=slim',
        'VERSION=1.2.3',
        'REVISION=abc',
        '--provenance mode=max',
        '--sbom true',
        'push-by-digest=true',
      ],
      ...['name=registry.example/owner/convertd,', 'source=https://forge.example/Owner/convertd'],
    ])
      expect(build).toContain(word);
    expect(build).toMatch(/CREATED=\d{4}-\d\d-\d\dT/);
    expect(build).not.toContain('--tag');
    expect(await readFile(join(folder, 'digests/slim.arm'), 'utf8')).toBe('sha256:built\n');
  });

  it('joins the architectures of each variant, signs what it joined, and names it', async () => {
    await mkdir(join(folder, 'digests'));
    for (const variant of ['slim', 'office', 'media', 'full'])
      for (const machine of ['amd', 'arm'])
        await writeFile(join(folder, 'digests', `${variant}.${machine}`), `sha256:${variant}-${machine}\n`);
    const lines = await run(commandsNamed(jobs.publish, /cosign/));
    const image = 'registry.example/owner/convertd';
    const create = 'docker buildx imagetools create --tag';
    expect(lines.slice(0, 4)).toEqual([
      `${create} ${image}:1.2.3-slim ${image}@sha256:slim-amd ${image}@sha256:slim-arm`,
      `docker buildx imagetools inspect ${image}:1.2.3-slim --format {{json .Manifest}}`,
      `cosign sign --yes --recursive ${image}@sha256:both`,
      `${create} ${image}:1.2-slim ${image}@sha256:both`,
    ]);
    const named = lines.flatMap((line) => / create --tag \S+:(\S+) /.exec(line)?.[1] ?? []);
    expect(named).toHaveLength(16);
    expect(named).toEqual(expect.arrayContaining(['slim', 'office', 'media', 'latest', '1', '1.2', '1.2.3']));
  });

  it('publishes the package and the release with its notes, only what was tested', async () => {
    await mkdir(join(folder, 'release'));
    for (const name of ['convertd-1.2.3.tgz', 'convertd-sbom.spdx.json'])
      await writeFile(join(folder, 'release', name), '');
    const lines = await run(commandsNamed(jobs.publish, /npm publish|gh release/));
    expect(lines).toEqual([
      'npm publish ./release/convertd-1.2.3.tgz --provenance --access public --tag latest',
      expect.stringMatching(
        /^gh release create v1\.2\.3 release\/convertd-1\.2\.3\.tgz release\/convertd-sbom\.spdx\.json .*--notes-file notes\.md --prerelease=false --latest=true$/,
      ),
    ]);
    expect(await readFile(join(folder, 'notes.md'), 'utf8')).toContain('A way to turn pictures');
    expect(jobs.publish?.needs).toEqual(['tests', 'package', 'image']);
    expect(jobs.tests).toMatchObject({ needs: 'version', uses: './.github/workflows/ci.yml' });
    expect(readWorkflow('ci.yml').on).toHaveProperty('workflow_call');
  });

  it('gives no job more rights than it needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const rights = Object.entries(jobs).map(([name, { permissions }]) => [name, permissions]);
    expect(Object.fromEntries(rights)).toEqual({
      image: { contents: 'read', packages: 'write' },
      publish: { contents: 'write', packages: 'write', 'id-token': 'write' },
    });
  });

  it('inserts nothing of the forge into a shell', () => {
    expect(
      Object.values(jobs)
        .flatMap(commandsOf)
        .filter((command) => command.includes('${{')),
    ).toEqual([]);
  });
});
