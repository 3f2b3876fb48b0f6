import { byId } from './dom.js';

const STORED = 'convertd-theme';

/** @param {string | null} theme `light`, `dark`; anything else: the system's */
function apply(theme) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** The switch between light, dark and the system's theme. */
export function startTheme() {
  const select = byId('theme', HTMLSelectElement);
  const stored = localStorage.getItem(STORED);
  apply(stored);
  select.value = stored ?? 'system';
  select.addEventListener('change', () => {
    apply(select.value);
    if (select.value === 'system') localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, select.value);
  });
}
