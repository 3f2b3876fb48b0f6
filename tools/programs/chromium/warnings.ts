import { formatBytes, formatSeconds } from '../../../src/process/limits.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { EgressSession } from './egress/session.ts';
import { LONGEST_SIDE, SITE_LIMITS, type TakenPage } from './job.ts';
import type { PageRequest } from './page-request.ts';

/** Most hosts named in a warning; more are only counted. */
const HOSTS_NAMED = 10;
const FILES_NAMED = 10;

/** Warns about what the page lacks. Names only hosts: the rest of an address may be a secret. */
export function warnOfPage(
  { unfinished, cutFrom, refusedHosts, absentFiles, missing }: TakenPage,
  { subject, wait, output }: PageRequest,
  session: EgressSession | null,
  context: WorkContext,
): void {
  const offline = session === null;
  const hosts = offline ? refusedHosts : session.refusedHosts;
  if (hosts.length > 0) {
    const why = offline
      ? 'Uploaded pages get nothing from the network unless allow_network is true'
      : 'Private and reserved addresses, and names that lead there, are refused';
    const message = `The page asked for something at ${nameSome(hosts)}. ${why}: the result is without it.`;
    context.warn('resource_refused', message, { hosts: hosts.slice(0, HOSTS_NAMED), count: hosts.length });
  }
  if (absentFiles.length > 0) {
    const named = absentFiles.slice(0, FILES_NAMED).join(', ');
    const message = `The page names ${pluralize(absentFiles.length, 'file')} that did not come with it (${named}); the result is without. Send a zip of the page and its files.`;
    context.warn('output_limited', message, { files: absentFiles.slice(0, FILES_NAMED), count: absentFiles.length });
  }
  if (session?.exceeded === 'bytes') {
    const most = formatBytes(session.limits.bytes);
    context.warn('output_limited', `The page loaded more than ${most} from the network; the rest is missing.`, {
      limit_bytes: session.limits.bytes,
    });
  }
  if (session?.exceeded === 'requests') {
    const message = `The page made more than ${session.limits.requests} requests; what the others asked for is missing.`;
    context.warn('output_limited', message, { limit_requests: session.limits.requests });
  }
  const time = formatSeconds(wait.loadMs / 1000);
  const what = 'url' in subject ? 'The page' : 'The document';
  if (unfinished.includes('load')) {
    context.warn('output_limited', `${what} was still loading after ${time}; the result shows what had arrived.`);
  } else if (unfinished.includes('network')) {
    context.warn('output_limited', `${what} still made requests after ${time}; the result shows what had arrived.`);
  } else if (unfinished.includes('motion')) {
    const message = `${what} did not stop changing, as with an animation without an end; the result shows one moment of it. wait_for_selector and delay choose the moment.`;
    context.warn('output_limited', message);
  }
  if (cutFrom !== null && output.kind === 'png') {
    const message = `The page is ${cutFrom} pixels high, and a picture of it at most ${LONGEST_SIDE}; the rest is cut off.`;
    context.warn('output_limited', message, { height: cutFrom, limit: LONGEST_SIDE });
  }
  if (missing > 0) {
    const most = `${SITE_LIMITS.files} files of ${formatBytes(SITE_LIMITS.bytes)} in ${formatSeconds(SITE_LIMITS.milliseconds / 1000)}`;
    const message = `The copy is without ${pluralize(missing, 'font, sound or film', 'fonts, sounds or films')} that the page names: they did not come, or were more than ${most}. Its links to them lead to where they were.`;
    context.warn('output_limited', message, { count: missing });
  }
}

function nameSome(hosts: readonly string[]): string {
  const named = hosts.slice(0, HOSTS_NAMED).join(', ');
  return hosts.length > HOSTS_NAMED ? `${named} and ${hosts.length - HOSTS_NAMED} more hosts` : named;
}
