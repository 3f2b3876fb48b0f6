import { ApiError, address, fetchZip, zipPath } from '../access/api.js';
import { linksWork } from '../access/session.js';
import { make } from '../shell/dom.js';

/* Starts downloads as a link does. */

/** @param {string} url @param {string} filename */
export function saveFrom(url, filename) {
  const link = make('a', { href: url, download: filename });
  document.body.append(link);
  link.click();
  link.remove();
}

const LONGEST_URL_MS = 60_000;

/**
 * All results of jobs as one zip.
 *
 * @param {readonly string[]} ids of jobs that have results
 * @param {string} password of the downloads; empty: none
 * @returns {Promise<'saved' | 'locked'>} locked: a password is missing, or wrong
 * @throws {ApiError}
 */
export async function saveZip(ids, password) {
  if (linksWork() && password === '') {
    saveFrom(address(zipPath(ids)), '');
    return 'saved';
  }
  try {
    const response = await fetchZip(ids, password);
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'results.zip';
    // A key is sent in a header, which links cannot send. So the browser holds the file, on its disk if it is large.
    const url = URL.createObjectURL(await response.blob());
    saveFrom(url, name);
    setTimeout(() => URL.revokeObjectURL(url), LONGEST_URL_MS);
    return 'saved';
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return 'locked';
    throw error;
  }
}
