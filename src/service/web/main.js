import { ApiError, createJob, fetchCatalog } from './api.js';
import { byId, setText } from './dom.js';
import { createFiles } from './files.js';
import { createJobs } from './jobs.js';
import { readKey } from './key.js';
import { createKeyPanel } from './key-panel.js';
import { createOptions } from './options.js';
import { createRecent } from './recent.js';
import { createTargetPicker } from './targets.js';

/* The page: makes its parts and starts conversions. */

const recent = createRecent((job) => jobs.show(job));
const jobs = createJobs(() => recent.refresh());
const keyPanel = createKeyPanel(() => {
  // Whoever takes this tab next is not to see them.
  if (readKey() === null) jobs.clear();
  recent.refresh();
});
const files = createFiles();
const options = createOptions();
const startError = byId('start-error');
const startButton = byId('start', HTMLButtonElement);

/** @type {ReturnType<typeof createTargetPicker> | null} */
let targets = null;

async function start() {
  setText(startError, '');
  if (readKey() === null) return keyPanel.ask('Converting needs an API key.');
  const sources = files.read();
  if (sources === null) return;
  const entry = targets?.current() ?? null;
  if (entry === null) return targets?.complain('Choose a format first.');
  const chosen = options.read();
  if (chosen === null) return;
  try {
    const job = await createJob({ category: entry.category, target: entry.target, options: chosen });
    files.clear();
    jobs.run(job, sources);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return keyPanel.ask('This key is not valid any more. Give another.');
    // What the service says against options stands at the options.
    if (!options.complain(error.errors)) setText(startError, error.message);
  }
}

byId('convert').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (startButton.getAttribute('aria-disabled') === 'true') return;
  // Not `disabled`: that would lose the focus.
  startButton.setAttribute('aria-disabled', 'true');
  await start().finally(() => startButton.removeAttribute('aria-disabled'));
});

recent.refresh();
try {
  const catalog = await fetchCatalog();
  targets = createTargetPicker(catalog, (entry) => options.show(entry));
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  setText(byId('target-error'), `The list of formats could not be loaded. ${error.message} Then reload this page.`);
}
