import { msg } from '../shell/i18n.js';

/**
 * The limits of a contract, a sentence each.
 *
 * @param {Pick<import('../../keys/contracts.ts').Contract, 'credits_per_day' | 'max_inputs_per_job' | 'max_input_size' | 'max_job_size' | 'max_concurrent_jobs'>} contract
 */
export const contractText = (contract) => [
  contract.credits_per_day === null
    ? msg('contract.unlimited')
    : msg('contract.credits', { count: contract.credits_per_day }),
  msg('contract.files', {
    count: contract.max_inputs_per_job,
    each: { bytes: contract.max_input_size },
    all: { bytes: contract.max_job_size },
  }),
  msg('contract.jobs', { count: contract.max_concurrent_jobs }),
];
