import { type Browser, chromium } from 'playwright-core';

/** Nothing listens there: without a network, a request fails at once. */
const NO_PROXY = 'http://127.0.0.1:9';

/**
 * Flags besides those that Playwright gives to every headless browser. Chromium's own sandbox cannot use namespaces inside ours, and that
 * of the GPU process has no device. WebRTC, which would bypass the proxy, is disabled; the sandbox blocks it anyway.
 */
const FLAGS = [
  '--no-sandbox',
  // Letters are placed by their widths, as in print, whatever the zoom.
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
 * Starts the browser, controlled over a pipe: there is no port that its pages could reach. Every request goes to the proxy, even requests
 * to this machine.
 * @param proxyPort null for no network
 */
export function startBrowser(path: string, proxyPort: number | null): Promise<Browser> {
  const server = proxyPort === null ? NO_PROXY : `http://127.0.0.1:${proxyPort}`;
  return chromium.launch({
    executablePath: path,
    args: FLAGS,
    chromiumSandbox: false,
    proxy: { server, bypass: '<-loopback>' },
    // The process that started this one ends it, together with the browser.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}
