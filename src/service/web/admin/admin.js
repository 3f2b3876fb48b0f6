import { ApiError } from '../access/api.js';
import { byId, setText } from '../shell/dom.js';
import { msg, startLanguage } from '../shell/i18n.js';
import { startLanguageSwitch } from '../shell/language-switch.js';
import { startTheme } from '../shell/theme.js';
import { createKeys } from './keys.js';
import { showOverview } from './overview.js';
import { fetchOverview } from './requests.js';

/* The page of those who run the service. It acts as the page of the converter does in this tab: by its key or its login. */

startTheme();
await startLanguage();
startLanguageSwitch();

const keys = createKeys();
const refreshButton = byId('refresh');

async function refresh() {
  try {
    const overview = await fetchOverview();
    keys.offer(overview.contracts);
    showOverview(overview);
    await keys.refresh();
    setText(byId('error'), '');
    byId('sections').hidden = false;
    refreshButton.hidden = false;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    setText(byId('error'), reasonOf(error));
  }
}

/** @param {ApiError} error */
function reasonOf({ status, message }) {
  if (status === 401) return msg('admin.needsKey');
  return status === 403 ? msg('admin.refused') : message;
}

refreshButton.addEventListener('click', refresh);
await refresh();
document.body.dataset.ready = '';
