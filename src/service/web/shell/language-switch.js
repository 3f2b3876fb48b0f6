import { byId, make } from './dom.js';
import { changeLanguage, currentLanguage, LANGUAGES } from './i18n.js';

/** The menu of languages. */
export function startLanguageSwitch() {
  const select = byId('language', HTMLSelectElement);
  select.append(...Object.entries(LANGUAGES).map(([code, name]) => make('option', { value: code, lang: code }, name)));
  select.value = currentLanguage();
  select.addEventListener('change', () =>
    changeLanguage(/** @type {import('./i18n.js').Language} */ (select.value)).catch(() => {
      select.value = currentLanguage();
    }),
  );
}
