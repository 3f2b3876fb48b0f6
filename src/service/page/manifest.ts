import type { Brand } from './brand.ts';

/** Colours of the page without PAGE_COLOR: see web/shell/base.css and web/icon.svg. */
const OWN = { theme: '#0b6e6e', background: '#f3f5f7' };

const OWN_ICONS = [
  { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
];

/** Returns the web manifest, by which browsers install the page as an app. Its addresses are relative to its own, page/VERSION/. */
export function manifestOf({ name, colour, logo }: Brand): string {
  const icon = logo && {
    src: `logo.${logo.type}`,
    sizes: logo.sizes,
    type: logo.type === 'svg' ? 'image/svg+xml' : 'image/png',
  };
  return JSON.stringify({
    name,
    short_name: name,
    start_url: '../../',
    scope: '../../',
    display: 'standalone',
    theme_color: colour ?? OWN.theme,
    background_color: OWN.background,
    icons: icon === null ? OWN_ICONS : [icon],
  });
}
