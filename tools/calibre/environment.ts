/**
 * Of Chromium (PDF output): no sandbox of its own inside ours, no /dev/shm, no graphics processor. One process, where the process
 * may start no other; else Chromium's usual ones.
 */
const CHROMIUM = '--no-sandbox --disable-dev-shm-usage --disable-gpu';

/** Variables of a calibre without display, home or fixed hashes. */
const COMMON = { QT_QPA_PLATFORM: 'offscreen', PYTHONHASHSEED: '0' };

/** For a calibre of its own. */
export const COLD_ENVIRONMENT: Readonly<Record<string, string>> = {
  ...COMMON,
  QTWEBENGINE_CHROMIUM_FLAGS: CHROMIUM,
};

/** For the worker process, whose children start no programs. */
export const HOST_ENVIRONMENT: Readonly<Record<string, string>> = {
  ...COMMON,
  QTWEBENGINE_CHROMIUM_FLAGS: `${CHROMIUM} --single-process`,
};
