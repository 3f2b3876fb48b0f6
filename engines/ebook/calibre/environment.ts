/**
 * Variables of a calibre without display, home or fixed hashes, whatever way it is run.
 * Chromium (PDF output) makes no sandbox of its own inside ours, and has no /dev/shm there.
 */
export const CALIBRE_ENVIRONMENT: Readonly<Record<string, string>> = {
  QT_QPA_PLATFORM: 'offscreen',
  QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox --disable-dev-shm-usage --disable-gpu',
  PYTHONHASHSEED: '0',
};
