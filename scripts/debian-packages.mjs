// Reads the list debian-packages.txt, for set-up and for the container image. Plain JavaScript without dependencies, because both read it
// before anything is installed. Run by the Dockerfile, it prints the packages of the image, one a line:
//
//     CATEGORIES=audio,hash NON_FREE=no TEX=no VARIANT=full node scripts/debian-packages.mjs
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = join(dirname(fileURLToPath(import.meta.url)), '..', 'debian-packages.txt');

/**
 * @typedef {object} DebianPackage
 * @property {string} name
 * @property {'demo' | 'run' | 'large' | 'tex' | 'test' | 'non-free'} when
 * @property {readonly string[]} categories empty: for all of them
 */

/**
 * The packages of the list that this release of Debian needs.
 * @param {string} [release] codename; default: that of this machine
 * @returns {DebianPackage[]}
 */
export function debianPackages(release = codename()) {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [entry = '', when = '', categories = ''] = line.split('|').map((part) => part.trim());
      const [name, only] = entry.split('@');
      return { name, only, when, categories: categories.split(' ').filter((each) => each !== 'all' && each !== '-') };
    })
    .filter(({ only }) => only === undefined || only === release)
    .map(({ only, ...each }) => each);
}

/**
 * The packages of an installation that offers these categories.
 * @param {readonly DebianPackage[]} packages
 * @param {{ categories: readonly string[], nonFree: boolean, large: boolean, tex: boolean }} wanted no category: all of them
 */
export function packagesFor(packages, { categories, nonFree, large, tex }) {
  const isFor = (each) =>
    categories.length === 0 || each.categories.length === 0 || each.categories.some((one) => categories.includes(one));
  const kinds = ['demo', 'run', ...(nonFree ? ['non-free'] : []), ...(large ? ['large'] : []), ...(tex ? ['tex'] : [])];
  const isKind = ({ when }) => kinds.includes(when);
  return packages.filter((each) => isKind(each) && isFor(each));
}

function codename() {
  return /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const categories = (process.env.CATEGORIES ?? '').split(',').filter((each) => each !== '');
  const chosen = packagesFor(debianPackages(), {
    categories,
    nonFree: process.env.NON_FREE === 'yes',
    large: process.env.VARIANT !== 'slim',
    tex: process.env.TEX === 'yes',
  });
  process.stdout.write(chosen.map(({ name }) => `${name}\n`).join(''));
}
