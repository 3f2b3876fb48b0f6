// Prints the versions in an image as JSON: Node, every engine program as it reports itself, every Debian package of the list. Fails if a
// program is missing that a category of the image requires; missing optional ones are only named. Runs while the image is built, as root
// and in any sandbox of the builder: it does not need our sandbox.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianPackages } from '../debian-packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

// Its exit code reports whether programs can be sandboxed, which depends on where the image runs.
const doctor = spawnSync(join(root, 'bin', 'convertd'), ['doctor', '--json'], { encoding: 'utf8', maxBuffer: 1 << 26 });
if (doctor.stdout === '') {
  process.stderr.write(doctor.stderr);
  process.exit(1);
}
const { node, engines } = JSON.parse(doctor.stdout);
const offered = engines.filter(({ available }) => available);

const missing = offered.flatMap(({ category, programs }) =>
  programs.filter(({ version }) => version === null).map((program) => ({ category, ...program })),
);
for (const { category, name, need, package: from, problem } of missing) {
  const why = problem === undefined ? '' : `: ${problem}`;
  process.stderr.write(`missing: ${name}, ${need} for ${category} (package ${from})${why}\n`);
}
if (missing.some(({ need }) => need === 'required')) process.exit(1);

const packages = Object.fromEntries(
  debianPackages()
    .map(({ name }) => [name, spawnSync('dpkg-query', ['--status', name], { encoding: 'utf8' }).stdout])
    .filter(([, status]) => status?.includes('Status: install ok installed'))
    .map(([name, status]) => [name, /^Version: (.*)$/m.exec(status)?.[1] ?? 'unknown']),
);
const os = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown';
const versions = Object.fromEntries(
  offered.map(({ category, programs }) => [
    category,
    Object.fromEntries(programs.filter(({ version }) => version !== null).map(({ name, version }) => [name, version])),
  ]),
);
process.stdout.write(`${JSON.stringify({ os, node, engines: versions, packages }, null, 2)}\n`);
