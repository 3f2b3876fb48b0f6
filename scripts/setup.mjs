// Makes the checkout ready to run: installs npm packages, Node 24 and Debian packages if they are missing.
//
//     npm run setup                        # enough for a file of every category (npm run demo)
//     npm run setup -- document image      # all that these categories use
//     npm run setup -- --test              # all categories, and the programs and servers of npm test
//     npm run setup -- --all               # TeX Live and Debian's non-free packages as well
//
// Plain JavaScript without dependencies, because it runs before anything is installed, on any Node of the machine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianPackages, packagesFor } from './debian-packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const say = (text) => process.stderr.write(`setup: ${text}\n`);

/** A stalled registry would block npm forever; minutes are normal on a slow network. */
const NPM_TIMEOUT_MS = 15 * 60_000;

/** An error with a message for the user. */
class SetupError extends Error {}

try {
  const wanted = wantedPackages(process.argv.slice(2));
  installNpmPackages();
  installDebianPackages(wanted);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}

/** Returns the Debian packages for the words of the command. */
function wantedPackages(words) {
  const packages = debianPackages();
  if (words.includes('--all')) return packages;
  if (words.includes('--test')) return packages.filter(({ when }) => when !== 'non-free' && when !== 'tex');
  const demo = packages.filter(({ when }) => when === 'demo');
  if (words.length === 0) return demo;
  const known = readdirSync(join(root, 'engines'));
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length > 0) {
    const choices = ['--test', '--all', ...known].join(', ');
    throw new SetupError(`"${unknown[0]}" is not known; choose from ${choices}`);
  }
  return [
    ...new Set([...demo, ...packagesFor(packages, { categories: words, nonFree: false, large: true, tex: false })]),
  ];
}

function installNpmPackages() {
  const stamp = join(root, 'node_modules', '.convertd-setup');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    say('installing the npm packages of package-lock.json');
    // Its package contains the libraries; the script would fetch others for graphics cards.
    process.env.ONNXRUNTIME_NODE_INSTALL ??= 'skip';
    npmCi();
    // If install scripts are disabled, the package `node` has not fetched its binary yet.
    const node = join(root, 'node_modules', 'node');
    if (!existsSync(join(node, 'bin', 'node'))) {
      run(process.execPath, ['installArchSpecificPackage'], 'the npm package "node" has no binary for this machine', {
        cwd: node,
      });
    }
    writeFileSync(stamp, lock);
  }
  const version = spawnSync(join(root, 'node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  if (version.status !== 0)
    throw new SetupError('node_modules/.bin/node does not run; remove node_modules and try again');
}

function npmCi() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  for (const failure of [null, 'npm could not install the packages']) {
    const before = performance.now();
    if (run('npm', args, failure, { timeout: NPM_TIMEOUT_MS })) return;
    if (performance.now() - before >= NPM_TIMEOUT_MS) say('npm did not finish; trying once more');
    else say('npm failed; trying once more');
  }
}

function installDebianPackages(wanted) {
  const missing = wanted.filter(({ name }) => !isInstalled(name));
  if (missing.length === 0) return;
  if (spawnSync('apt-get', ['--version']).error) {
    say(`no apt-get here; install these yourself: ${missing.map(({ name }) => name).join(' ')}`);
    return;
  }
  const standard = missing.filter(({ when }) => when !== 'non-free').map(({ name }) => name);
  const nonFree = missing.filter(({ when }) => when === 'non-free').map(({ name }) => name);
  withoutServers(() => {
    if (standard.length > 0) {
      say(`installing Debian packages: ${standard.join(' ')}`);
      apt(['update'], 'apt-get update failed');
      const known = standard.filter(isKnown);
      const unknown = standard.filter((name) => !known.includes(name));
      if (unknown.length > 0) say(`this release of Debian does not have: ${unknown.join(' ')}`);
      apt(['install', '-y', '--no-install-recommends', ...known], 'apt-get could not install them');
    }
    if (nonFree.length > 0) {
      say(`installing from Debian's contrib and non-free: ${nonFree.join(' ')}`);
      installNonFree(nonFree);
    }
  });
}

/**
 * Prevents servers from starting: their packages start them on installation and at every boot; tests start their own instead. Servers that
 * were installed before stay as they are.
 */
function withoutServers(install) {
  // Debian asks this program before it starts a server; 101 forbids it. An existing one is kept.
  const policy = '/usr/sbin/policy-rc.d';
  const text = '#!/bin/sh\n# Made by the set-up of convertd for the time of an installation only.\nexit 101\n';
  const isOurs = !existsSync(policy) || readFileSync(policy, 'utf8') === text;
  const before = new Set(serversAtBoot());
  // With a listener, a signal ends this process only after the clean-up.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(name, () => process.exit(128 + constants.signals[name]));
  try {
    if (isOurs) {
      run(...asRoot('tee', policy), `could not write ${policy}`, { input: text });
      run(...asRoot('chmod', '755', policy), `could not make ${policy} executable`);
    }
    install();
  } finally {
    if (isOurs && !run(...asRoot('rm', '-f', policy), null))
      say(`remove ${policy} yourself: it keeps servers from starting`);
    const added = serversAtBoot().filter((server) => !before.has(server));
    if (added.length > 0) say('the servers among them stay off, also after a reboot');
    for (const server of added) switchOff(server);
  }
}

/** Returns what starts at boot: links to systemd's units, and names of init scripts. */
function serversAtBoot() {
  const list = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
  const units = ['multi-user', 'sockets']
    .map((target) => `/etc/systemd/system/${target}.target.wants`)
    .flatMap((folder) => list(folder).map((name) => join(folder, name)))
    .filter((path) => /\.(service|socket)$/.test(path));
  const scripts = ['2', '3', '4', '5']
    .flatMap((level) => list(`/etc/rc${level}.d`))
    .filter((name) => /^S\d\d/.test(name))
    .map((name) => name.slice(3));
  return [...units, ...new Set(scripts)];
}

/** Removes the link as `systemctl disable` does; works also if systemd is not running or not installed. */
function switchOff(server) {
  const command = server.startsWith('/') ? ['rm', '-f', server] : ['update-rc.d', server, 'disable'];
  if (!run(...asRoot(...command), null)) say(`could not switch off ${server}`);
}

/** Uses the machine's own Debian sources with two more components, from a temporary list: its configuration is not changed. */
function installNonFree(packages) {
  const folder = mkdtempSync(join(tmpdir(), 'convertd-apt-'));
  try {
    const sources = debianSources();
    if (sources === '') return say('no Debian sources found; the codecs heaac1 and heaac2 will not be available');
    mkdirSync(join(folder, 'lists', 'partial'), { recursive: true });
    mkdirSync(join(folder, 'sources'));
    writeFileSync(join(folder, 'sources', 'convertd.sources'), sources);
    const options = [
      ['Dir::Etc::sourcelist', '/dev/null'],
      ['Dir::Etc::sourceparts', join(folder, 'sources')],
      ['Dir::State::lists', join(folder, 'lists')],
    ].flatMap(([key, value]) => ['-o', `${key}=${value}`]);
    const updated = apt([...options, 'update'], null);
    if (!updated || !apt([...options, 'install', '-y', '--no-install-recommends', ...packages], null)) {
      say(`${packages.join(' ')} could not be installed; \`convertd doctor\` shows what is unavailable without them`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the machine's Debian sources in deb822 form, with the components contrib and non-free. */
function debianSources() {
  const folder = '/etc/apt/sources.list.d';
  const parts = existsSync(folder) ? readdirSync(folder) : [];
  const deb822 = parts
    .filter((name) => name.endsWith('.sources'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => /^Components:.*\bmain\b/m.test(text));
  if (deb822.length > 0)
    return deb822.map((text) => text.replace(/^Components:.*$/gm, 'Components: main contrib non-free')).join('\n\n');
  const lists = [
    '/etc/apt/sources.list',
    ...parts.filter((name) => name.endsWith('.list')).map((name) => join(folder, name)),
  ];
  return lists
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .map((line) => /^deb\s+(?:\[(.*?)\]\s+)?(\S+)\s+(\S+)\s+.*\bmain\b/.exec(line))
    .filter((match) => match !== null)
    .map(([, options, uri, suite]) => {
      const signedBy = /signed-by=(\S+)/.exec(options ?? '')?.[1] ?? '/usr/share/keyrings/debian-archive-keyring.gpg';
      return `Types: deb\nURIs: ${uri}\nSuites: ${suite}\nComponents: main contrib non-free\nSigned-By: ${signedBy}\n`;
    })
    .join('\n');
}

function isInstalled(name) {
  const query = spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' });
  return query.status === 0 && query.stdout.includes('Status: install ok installed');
}

function isKnown(name) {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;
}

function apt(args, failure) {
  return run(...asRoot('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args), failure);
}

/** Returns program and arguments, with sudo if this user is not root. */
function asRoot(program, ...args) {
  return process.getuid?.() === 0 ? [program, args] : ['sudo', [program, ...args]];
}

/** Shows output only on failure; `failure` null: returns false instead, which the caller handles. */
function run(program, args, failure, { cwd = root, input = '', timeout } = {}) {
  const limit = { timeout, killSignal: 'SIGKILL' };
  const result = spawnSync(program, args, { cwd, input, encoding: 'utf8', maxBuffer: 1 << 26, ...limit });
  if (result.status === 0) return true;
  if (failure === null) return false;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}\n`);
  throw new SetupError(`${failure} (${[program, ...args].join(' ')})`);
}
