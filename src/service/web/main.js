import { createAccount } from './access/account.js';
import { ApiError, createJob, fetchCatalog } from './access/api.js';
import { takeKeyFromAddress } from './access/key.js';
import { canAct, currentSession, refreshSession } from './access/session.js';
import { createFiles } from './files/files.js';
import { createJobs } from './jobs/jobs.js';
import { restartLive } from './jobs/live.js';
import { createRecent } from './jobs/recent.js';
import { createOptions } from './options/options.js';
import { byId, setText } from './shell/dom.js';
import { msg, startLanguage } from './shell/i18n.js';
import { startLanguageSwitch } from './shell/language-switch.js';
import { startTheme } from './shell/theme.js';
import { fetchGuide } from './targets/guide.js';
import { createTargets } from './targets/targets.js';

/* Creates the parts of the page and starts conversions. */

/** @typedef {import('../documents/schemas.ts').JobDocument} Job */

const startError = byId('start-error');
const startButton = byId('start', HTMLButtonElement);

takeKeyFromAddress();
startTheme();
await startLanguage();
startLanguageSwitch();
const [catalog, guide] = await Promise.all([fetchCatalog(), fetchGuide(), refreshSession()]).catch((error) => {
  document.body.dataset.ready = '';
  const message = error instanceof ApiError ? error.message : msg('error.unreachable');
  setText(startError, msg('error.catalog', { message: String(message) }));
  throw error;
});

const recent = createRecent((job) => jobs.show(job));
const jobs = createJobs({ about: guide.about, onChange: () => recent.refresh(), onAgain: again });
const account = createAccount(() => {
  // The next user of this tab must not see them.
  if (!canAct()) jobs.clear();
  options.forget();
  targets.update();
  restartLive();
  recent.refresh();
});
const files = createFiles(guide, () => {
  files.showCount(files.chosen().length > 0);
  targets.update();
});
const options = createOptions(catalog, guide, files.sources);
const targets = createTargets(guide, files.chosen, {
  onChange: () => {
    options.show(targets.wanted());
    setText(startError, '');
  },
  onTask: options.set,
});

async function start() {
  setText(startError, '');
  if (!canAct()) return account.ask(msg(currentSession().login ? 'login.needed' : 'key.needed'));
  if (!files.check()) return;
  const chosen = options.read();
  if (chosen === null) return;
  const groups = [...Map.groupBy(files.sources(), (source) => targets.targetOf(source) ?? '')];
  /** @type {{ job: Job, sources: import('./files/files.js').Source[] }[]} */
  const made = [];
  for (const [path, sources] of groups) {
    const [category = '', target = ''] = path.split('/');
    try {
      made.push({ job: await createJob([{ category, target, options: chosen.get(path) ?? {} }]), sources });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return account.ask(msg('key.expired'));
      // The service's errors about options are shown next to the options.
      if (!options.complain(path, error.errors)) setText(startError, error.message);
      return;
    }
  }
  const order = files.sources();
  files.clear();
  targets.reset();
  options.fold();
  jobs.runBatch(made, order);
}

/**
 * Puts the files of jobs back into the form, with their targets and options.
 *
 * @param {readonly Job[]} before
 * @param {import('./jobs/batch.js').AgainSource[]} sources
 * @param {string | null} locked the input whose password is missing; it gets the focus
 */
function again(before, sources, locked) {
  targets.restore(files.replace(sources));
  const inputs = before.flatMap(({ input }) => input);
  if (sources.length < inputs.length) files.complain(msg('files.gone'));
  for (const { category, target, options: given } of before.flatMap(({ conversion }) => conversion)) {
    const known = Object.entries(given).filter(([, value]) => value !== '********');
    options.set(`${category}/${target}`, Object.fromEntries(known));
  }
  if (locked === null) byId('files-title').focus();
}

byId('convert').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (startButton.getAttribute('aria-disabled') === 'true') return;
  // Not `disabled`, which would lose the focus.
  startButton.setAttribute('aria-disabled', 'true');
  await start().finally(() => startButton.removeAttribute('aria-disabled'));
});

/** Shows the jobs that were running when this page was last closed. */
async function goOn() {
  if (canAct()) await jobs.goOn((await recent.running().catch(() => [])).reverse());
}

account.start();
targets.update();
document.body.dataset.ready = '';
restartLive();
recent.refresh();
goOn();
