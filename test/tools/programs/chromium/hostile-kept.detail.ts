import { keepBrowsers } from './kept-browsers.ts';

/* The same attacks on browsers that their key keeps. Files of a worker share modules, so this one needs an address of its own. */
keepBrowsers();
await import(new URL('./hostile.test.ts?kept', import.meta.url).href);
