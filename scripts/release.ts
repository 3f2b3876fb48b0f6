/*
 * What a release needs to know about its tag. It imports nothing but Node, because jobs of .github/workflows/release.yml run it without
 * the npm packages:
 *
 *   node scripts/release.ts check v1.2.3          ends with 1 if package.json, its lock file or the changelog say something else
 *   node scripts/release.ts notes v1.2.3          prints the changelog's section of the version
 *   node scripts/release.ts channel v1.2.3        prints the npm tag: latest, next, or release-1.2 if a later version is already out
 *   node scripts/release.ts tags v1.2.3 slim      prints the tags of an image of this variant, one a line
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Version = readonly [major: number, minor: number, patch: number];

const read = (path: string): string => readFileSync(path, 'utf8');

/** Returns the numbers of `v1.2.3`; null for anything else, pre-releases among it. */
function numbersOf(tag: string): Version | null {
  const found = /^v(\d+)\.(\d+)\.(\d+)$/.exec(tag);
  return found === null ? null : [Number(found[1]), Number(found[2]), Number(found[3])];
}

const [command, tag = '', variant = 'full'] = process.argv.slice(2);
const version = tag.replace(/^v/, '');
if (!/^v\d+\.\d+\.\d+(-[\w.]+)?$/.test(tag)) throw new Error(`${tag}: a release has a tag like v1.2.3 or v1.2.3-rc.1`);

/** Returns the text below the heading of the version; null without one. */
function notes(): string | null {
  const [, ...sections] = read('CHANGELOG.md').split(/^## /m);
  const section = sections.find((each) => each.startsWith(`${version} - `));
  return section === undefined ? null : section.slice(section.indexOf('\n')).trim();
}

/** Whether the changelog has the version with its date. */
const isDated = (): boolean =>
  read('CHANGELOG.md')
    .split('\n')
    .some((line) => line.startsWith(`## ${version} - `) && /- \d{4}-\d{2}-\d{2}$/.test(line));

/** Returns what does not agree with the tag. */
function problems(): string[] {
  const { version: ours } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  return [
    ...(ours === version ? [] : [`package.json has version ${ours}`]),
    ...(lock.version === version && lock.packages[''].version === version
      ? []
      : [`package-lock.json has version ${lock.version}: npm version --no-git-tag-version ${version}`]),
    ...(isDated() ? [] : [`CHANGELOG.md has no heading "## ${version} - YYYY-MM-DD"`]),
    ...(notes() === '' ? [`CHANGELOG.md says nothing below ${version}`] : []),
  ];
}

/** Whether no later release has the same first `count` numbers: 2 for the tag 1.2, 0 for the tag latest. Pre-releases are never the latest. */
function isLatest(count: number): boolean {
  const own = numbersOf(tag);
  if (own === null) return false;
  return execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' })
    .split('\n')
    .map(numbersOf)
    .filter((other) => other !== null)
    .filter((other) => other.slice(0, count).every((number, place) => number === own[place]))
    .every((other) => isAtMost(other, own));
}

function isAtMost(one: Version, other: Version): boolean {
  const place = one.findIndex((number, each) => number !== other[each]);
  return place === -1 || (one[place] as number) < (other[place] as number);
}

function channel(): string {
  const own = numbersOf(tag);
  if (own === null) return 'next';
  return isLatest(0) ? 'latest' : `release-${own[0]}.${own[1]}`;
}

/** Returns names that move, and the version itself first. The variant full has them without a suffix; slim is the latest slim. */
function tags(): string[] {
  const [major = '', minor = ''] = version.split('.');
  const moving = [...(isLatest(2) ? [`${major}.${minor}`] : []), ...(isLatest(1) && major !== '0' ? [major] : [])];
  const numbered = [version, ...moving].map((each) => (variant === 'full' ? each : `${each}-${variant}`));
  return isLatest(0) ? [...numbered, variant === 'full' ? 'latest' : variant] : numbered;
}

switch (command) {
  case 'check': {
    const found = problems();
    for (const problem of found) console.error(`${tag}: ${problem}`);
    process.exitCode = found.length === 0 ? 0 : 1;
    break;
  }
  case 'notes':
    console.log(notes() ?? '');
    break;
  case 'channel':
    console.log(channel());
    break;
  case 'tags':
    console.log(tags().join('\n'));
    break;
  default:
    throw new Error('release.ts: check, notes, channel or tags');
}
