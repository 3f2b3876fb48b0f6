import { type Browser, chromium } from 'playwright-core';

/** Nobody listens there: where the browser has no network, a request ends at once. */
const NO_PROXY = 'http://127.0.0.1:9';

/**
 * Flags besides those that Playwright gives to every headless browser. Chromium's own sandbox finds no namespaces inside ours, and
 * that of the GPU process no device. WebRTC, which would go around the proxy, is told not to; the sandbox keeps it from it.
 */
const FLAGS = [
  '--no-sandbox',
  // Letters stand where their widths say, as in print, whatever the zoom.
  '--font-render-hinting=none',
  // Pictures are decoded before a frame is painted, not after it.
  '--disable-checker-imaging',
  '--no-zygote',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-breakpad',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * Starts the browser, over a pipe: there is no port that its pages could reach. Every request goes to the proxy, those to this
 * machine too.
 * @param proxyPort null: it has no network
 */
export function startBrowser(path: string, proxyPort: number | null): Promise<Browser> {
  const server = proxyPort === null ? NO_PROXY : `http://127.0.0.1:${proxyPort}`;
  return chromium.launch({
    executablePath: path,
    args: FLAGS,
    chromiumSandbox: false,
    proxy: { server, bypass: '<-loopback>' },
    // Whoever started this process ends it, with the browser.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}
