/** Nothing listens there: without a network, a request fails at once. */
const NO_PROXY = 'http://127.0.0.1:9';

/** Requests to this machine go through the proxy, too. */
export const PROXY_BYPASS = '<-loopback>';

/** Features that are switched off: they ask the network for something at the start, or hold up or change what a page shows. */
const FEATURES_OFF = [
  // Frames of other sites stay in the process of their page, which then has one process and one session. Without Chromium's own sandbox a
  // process of their own would protect from nothing.
  'IsolateOrigins',
  'site-per-process',
  // Ends requests that are redirected to another origin, when they are intercepted.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  // http stays http.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

/**
 * Chromium's own sandbox cannot use namespaces inside ours, and that of the GPU process has no device. WebRTC, which would bypass the proxy,
 * is disabled; the sandbox blocks it anyway.
 */
const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-sandbox',
  '--no-zygote',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--disable-gpu',
  // Threads of the browser instead of processes: a fifth of its start. All of its processes are in one sandbox anyway.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--enable-unsafe-swiftshader',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-breakpad',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-site-isolation-trials',
  `--disable-features=${FEATURES_OFF.join(',')}`,
  // Letters are placed by their widths, as in print, whatever the zoom.
  '--font-render-hinting=none',
  // Pictures are decoded before a frame is painted, not after it.
  '--disable-checker-imaging',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  // A mouse that can hover.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  // A page that nobody looks at works as one that somebody does.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-back-forward-cache',
  '--allow-pre-commit-input',
  '--disable-prompt-on-repost',
  // Nothing is asked for that no page asks for.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-sync',
  '--metrics-recording-only',
  '--password-store=basic',
];

/**
 * Starts the program that follows with its pipe where Chromium expects it, at the descriptors 3 and 4, which our own supervisor has in use
 * until then; and with a profile in its own folder.
 */
const WITH_PIPE = 'exec "$0" "$@" --user-data-dir="$HOME/profile" 3<&0 4>&1 0</dev/null 1>&2';

/** The address of the proxy at a port of this machine; of none for null. */
export const proxyServer = (port: number | null): string => (port === null ? NO_PROXY : `http://127.0.0.1:${port}`);

/**
 * Returns the arguments of `sh` that start a browser which is driven over standard input and output: there is no port that its pages could
 * reach. Every request goes to the proxy, even requests to this machine.
 * @param proxyPort null for no network
 */
export function browserArguments(path: string, proxyPort: number | null): string[] {
  const proxy = [`--proxy-server=${proxyServer(proxyPort)}`, `--proxy-bypass-list=${PROXY_BYPASS}`];
  return ['-c', WITH_PIPE, path, ...FLAGS, ...proxy];
}
