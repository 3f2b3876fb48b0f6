// Prints what an image holds, as JSON: Node, every engine program by its own word, every Debian package of the list.
// Runs while the image is built, as root and in whatever confinement the builder has: nothing here needs the sandbox.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

// Its exit code tells whether programs can be confined, which is a matter of where the image runs.
const doctor = spawnSync(join(root, 'bin', 'convertd'), ['doctor', '--json'], { encoding: 'utf8' });
const { node, engines } = JSON.parse(doctor.stdout);

const listed = readFileSync(join(root, 'debian-packages.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((part) => part.trim()));
const packages = Object.fromEntries(
  listed
    .map(([name]) => [name, spawnSync('dpkg-query', ['--status', name], { encoding: 'utf8' }).stdout])
    .filter(([, status]) => status.includes('Status: install ok installed'))
    .map(([name, status]) => [name, /^Version: (.*)$/m.exec(status)?.[1] ?? 'unknown']),
);
const os = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown';

const programs = engines.flatMap(({ category, programs }) => programs.map((program) => ({ category, ...program })));
const optional = new Set(listed.filter(([, when]) => when !== 'run').map(([name]) => name));
const missing = programs.filter(({ version, package: from }) => version === null && !optional.has(from.split(' ')[0]));
const absent = listed.filter(([name, when]) => when === 'run' && !(name in packages));
for (const { name, package: from } of missing) process.stderr.write(`missing: program ${name} (package ${from})\n`);
for (const [name] of absent) process.stderr.write(`missing: Debian package ${name}\n`);
if (missing.length > 0 || absent.length > 0) process.exit(1);

const versions = Object.fromEntries(
  engines
    .filter(({ available }) => available)
    .map(({ category, programs: all }) => [
      category,
      Object.fromEntries(all.filter(({ version }) => version !== null).map(({ name, version }) => [name, version])),
    ]),
);
process.stdout.write(`${JSON.stringify({ os, node, engines: versions, packages }, null, 2)}\n`);
