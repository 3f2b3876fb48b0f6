import { request } from '../access/api.js';

/* Requests of those who run the service. */

/**
 * @typedef {Awaited<ReturnType<typeof import('../../admin/overview.ts').readOverview>>} Overview
 * @typedef {Awaited<ReturnType<typeof import('../../admin/routes.ts').shownKeys>>[number]} Key
 * @typedef {{ name: string, contract: string, account: string, operator: boolean }} NewKey
 */

/** @returns {Promise<Overview>} */
export const fetchOverview = async () => (await request('GET', 'page/admin/overview')).json();

/** @returns {Promise<Key[]>} the newest first */
export const fetchKeys = async () => (await request('GET', 'page/admin/keys')).json();

/** @param {NewKey} body @returns {Promise<{ id: string, key: string }>} */
export const createKey = async (body) => (await request('POST', 'page/admin/keys', { body })).json();

/** @param {string} id @param {string} contract */
export const changeContract = (id, contract) =>
  request('PATCH', `page/admin/keys/${encodeURIComponent(id)}`, { body: { contract } });

/** @param {string} id */
export const revokeKey = (id) => request('DELETE', `page/admin/keys/${encodeURIComponent(id)}`);
