/**
 * Flags of Chromium (PDF output): no sandbox of its own inside ours, no /dev/shm, no graphics processor. A single process if no other may
 * be started; otherwise Chromium's usual ones.
 */
const CHROMIUM = '--no-sandbox --disable-dev-shm-usage --disable-gpu';

/** Variables of a calibre without display, home or fixed hashes. */
const COMMON = { QT_QPA_PLATFORM: 'offscreen', PYTHONHASHSEED: '0' };

/** Variables for a calibre of its own. */
export const COLD_ENVIRONMENT: Readonly<Record<string, string>> = {
  ...COMMON,
  QTWEBENGINE_CHROMIUM_FLAGS: CHROMIUM,
};

/** Variables for the worker process, whose children start no programs. */
export const HOST_ENVIRONMENT: Readonly<Record<string, string>> = {
  ...COMMON,
  QTWEBENGINE_CHROMIUM_FLAGS: `${CHROMIUM} --single-process`,
};
