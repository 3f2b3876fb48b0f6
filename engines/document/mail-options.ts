import type { OptionDefinitions, TargetOptions } from '../../src/catalog/definition.ts';
import type { catalog } from './catalog.ts';
import { CHROMIUM_OPTIONS } from './catalog-pdf-chromium.ts';
import { printAskedOf } from './steps/chromium.ts';
import type { MailAsked } from './steps/step.ts';

/** What a browser is asked without options. */
const DEFAULTS = Object.fromEntries(
  Object.entries(CHROMIUM_OPTIONS as OptionDefinitions).map(([name, { default: value }]) => [name, value]),
);

/** Returns what the options ask of mails. Without engine chromium, those of the browser have no effect, as for other inputs. */
export function mailAskedOf(given: TargetOptions<typeof catalog, 'pdf'>): MailAsked {
  // Engines that do a part of the work for another one may give no options.
  const { attachments = 'list' } = given;
  const options = given.engine === 'chromium' ? given : { ...given, ...DEFAULTS };
  const { view, ...print } = printAskedOf(options);
  return {
    attachments,
    print: { ...print, view: { ...view, javascript: false } },
    network: options.allow_network,
  };
}
