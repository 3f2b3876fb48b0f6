/**
 * Every error code a task can end with. `number` is the integer that the job service shows (docs/interface.md, Errors), `transient` means
 * that the same task may succeed later, so a worker retries it. Codes are stable: never rename or reuse one.
 */
export const ERROR_CODES = {
  // The task itself: the request cannot be read or is not offered.
  task_invalid: {
    number: 1001,
    transient: false,
    meaning: 'The task file or message does not have the required shape.',
  },
  target_unknown: { number: 1002, transient: false, meaning: 'The catalog has no such category or target.' },
  option_invalid: { number: 1003, transient: false, meaning: 'An option has a value outside what the catalog allows.' },
  option_conflict: { number: 1004, transient: false, meaning: 'Options that exclude each other were given together.' },
  option_unsupported: {
    number: 1005,
    transient: false,
    meaning: 'The option value is listed, but this target or input cannot honour it.',
  },
  preset_unknown: { number: 1006, transient: false, meaning: 'No preset of that name exists for this target.' },

  // This installation: the request is supported, but not here or not now.
  engine_unavailable: {
    number: 1101,
    transient: false,
    meaning: 'The target is in the catalog, but its engine is not part of this version.',
  },
  program_missing: { number: 1102, transient: false, meaning: 'A program the conversion needs is not installed.' },
  sandbox_unavailable: {
    number: 1103,
    transient: false,
    meaning: 'No sandbox works on this machine, so untrusted files are refused.',
  },
  disk_full: { number: 1104, transient: true, meaning: 'The work folder or the output store has no space left.' },
  output_store_failed: { number: 1105, transient: true, meaning: 'The outputs could not be stored.' },
  output_store_refused: {
    number: 1106,
    transient: false,
    meaning: 'The task names an output store that the operator does not allow.',
  },
  colorize_model_unavailable: {
    number: 1107,
    transient: false,
    meaning: 'No usable model to colour pictures is installed here.',
  },
  speech_model_unavailable: {
    number: 1108,
    transient: false,
    meaning: 'No model to recognise speech in this language, or no neural voice for it, is installed here.',
  },
  output_exists: {
    number: 1109,
    transient: false,
    meaning: 'A file with the name of the output already exists, and the command line may not replace it.',
  },
  resources_exhausted: {
    number: 1110,
    transient: true,
    meaning:
      'Programs of this machine have used up what its system allows them together, or it is too busy to start one in time.',
  },
  upscale_model_unavailable: {
    number: 1111,
    transient: false,
    meaning: 'No usable model to enlarge pictures is installed here.',
  },

  // Fetching the input.
  input_source_unsupported: {
    number: 2001,
    transient: false,
    meaning: 'The input source has a scheme or a location that is not allowed.',
  },
  input_address_refused: {
    number: 2002,
    transient: false,
    meaning: 'The input URL leads to a private or otherwise refused address.',
  },
  input_not_found: { number: 2003, transient: false, meaning: 'The input does not exist at its source.' },
  input_download_failed: { number: 2004, transient: true, meaning: 'The input could not be downloaded.' },
  input_download_rejected: {
    number: 2005,
    transient: false,
    meaning: 'The server of the input refused the request (4xx).',
  },
  input_download_timeout: { number: 2006, transient: true, meaning: 'The input did not arrive in time.' },
  input_too_large: { number: 2007, transient: false, meaning: 'The input is larger than the limit.' },
  input_redirect_refused: {
    number: 2008,
    transient: false,
    meaning: 'The input URL redirects in a loop, too often, or to an invalid address.',
  },
  input_credentials_refused: {
    number: 2009,
    transient: false,
    meaning: 'The cloud storage refuses the credentials of the input, or they may not read it.',
  },

  // The content of the input.
  input_empty: { number: 2101, transient: false, meaning: 'The input has no bytes.' },
  input_truncated: { number: 2102, transient: false, meaning: 'The input ends before its own structure says it does.' },
  input_wrong_type: { number: 2103, transient: false, meaning: 'This conversion cannot read inputs of this type.' },
  input_damaged: { number: 2104, transient: false, meaning: 'The input has the right type, but cannot be decoded.' },
  input_password_needed: {
    number: 2105,
    transient: false,
    meaning: 'The input is encrypted and no decrypt_password was given.',
  },
  input_password_wrong: { number: 2106, transient: false, meaning: 'The decrypt_password does not open the input.' },
  input_unsafe: {
    number: 2107,
    transient: false,
    meaning: 'The input holds links, devices, escaping paths or references that are refused.',
  },
  input_bomb: {
    number: 2108,
    transient: false,
    meaning: 'The input unpacks to more data or files than the limits allow.',
  },
  input_count: { number: 2109, transient: false, meaning: 'The conversion takes a different number of inputs.' },
  input_drm: {
    number: 2110,
    transient: false,
    meaning: 'The book, sound or film is locked by DRM, which is not opened here.',
  },

  // The conversion.
  conversion_failed: { number: 3001, transient: false, meaning: 'The engine could not convert the input.' },
  conversion_timeout: {
    number: 3002,
    transient: false,
    meaning: 'The conversion did not finish within its time limit.',
  },
  conversion_canceled: { number: 3003, transient: false, meaning: 'The conversion was canceled.' },
  limit_memory: { number: 3004, transient: false, meaning: 'The conversion needed more memory than its limit.' },
  limit_processes: {
    number: 3005,
    transient: false,
    meaning: 'The conversion started more processes, or held more files open, than its limit.',
  },
  limit_file_size: { number: 3006, transient: false, meaning: 'The conversion wrote a larger file than its limit.' },
  limit_cpu: { number: 3007, transient: false, meaning: 'The conversion used more processor time than its limit.' },
  engine_crashed: { number: 3008, transient: false, meaning: 'The engine program crashed on this input.' },
  worker_lost: {
    number: 3009,
    transient: false,
    meaning: 'Every worker that tried the conversion was lost while it ran, so it is not tried again.',
  },
  conversion_source_failed: {
    number: 3010,
    transient: false,
    meaning: 'The conversion uses the output of another one, which produced none.',
  },
  content_lost: {
    number: 3011,
    transient: false,
    meaning: 'The result would lack something, and option strict or signatures does not allow that.',
  },
  digest_mismatch: {
    number: 3012,
    transient: false,
    meaning: 'A file has another digest than its list says, is missing, or is not in the list.',
  },
  redaction_incomplete: {
    number: 3013,
    transient: false,
    meaning: 'Something that option redact names is still found in the result, so there is none.',
  },
  internal: { number: 3999, transient: false, meaning: 'A bug in convertd; the log has the details.' },

  // Delivering outputs to another storage (output_target).
  delivery_failed: {
    number: 4001,
    transient: true,
    meaning: 'The storage of an output_target could not be reached, or did not accept the outputs.',
  },
  delivery_rejected: {
    number: 4002,
    transient: false,
    meaning: 'The storage of an output_target refuses the outputs: its parameters are wrong.',
  },
  delivery_credentials_refused: {
    number: 4003,
    transient: false,
    meaning: 'The storage of an output_target refuses the credentials, or they may not write there.',
  },
  delivery_address_refused: {
    number: 4004,
    transient: false,
    meaning: 'The storage of an output_target has a private or otherwise refused address.',
  },
} as const satisfies Record<string, { number: number; transient: boolean; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * Every warning code. A warning changes the final status of a task only if option strict says so: `loss` tells whether something of the
 * content is lost, something else (its metadata, the effect of an option), or nothing.
 */
export const WARNING_CODES = {
  option_unknown: { number: 5001, loss: 'other', meaning: 'The target has no such option; it was ignored.' },
  option_no_effect: {
    number: 5002,
    loss: 'other',
    meaning: 'The option has no effect on this target or with these other options.',
  },
  option_adjusted: {
    number: 5003,
    loss: 'other',
    meaning: 'The exact value is not available; the nearest possible one was used.',
  },
  input_truncated: {
    number: 5004,
    loss: 'content',
    meaning: 'The input ends early; what could be read was converted.',
  },
  input_damaged: {
    number: 5005,
    loss: 'content',
    meaning: 'Parts of the input could not be read; the rest was converted.',
  },
  metadata_lost: {
    number: 5006,
    loss: 'other',
    meaning:
      'The target cannot keep some of the tags, covers or chapters of the input, or of the `metadata` of the conversion; or `clear_all` could not remove everything.',
  },
  output_limited: {
    number: 5007,
    loss: 'content',
    meaning: 'The result differs from what was asked, as the message says.',
  },
  content_redacted: {
    number: 5012,
    loss: 'none',
    meaning: 'What option redact names was removed. `details.items` lists the places.',
  },
  pages_turned: {
    number: 5013,
    loss: 'none',
    meaning: 'Pages were turned upright, as option auto_rotate asks. `details.pages` has the angle of each.',
  },
  field_ignored: {
    number: 5008,
    loss: 'none',
    meaning: 'The request has fields that cannot be set, or that do not exist; they were ignored.',
  },
  option_deprecated: {
    number: 5009,
    loss: 'none',
    meaning: 'The option works, but is kept for old clients only; another replaces it.',
  },
  callback_refused: {
    number: 5011,
    loss: 'none',
    meaning: 'A callback was not accepted by its receiver, or leads to a refused address; it is not sent again.',
  },
  tried_again: {
    number: 5020,
    loss: 'none',
    meaning:
      'A thread or a delivery failed by something that may pass. `details.retry_at` is the time of the next try, `details.code` the number of the error; the warning is there until that thread or delivery ends.',
  },
  resource_refused: {
    number: 5010,
    loss: 'content',
    meaning:
      'A page requested something from a refused address, or without network access; the result does not have it.',
  },
} as const satisfies Record<string, { number: number; loss: 'content' | 'other' | 'none'; meaning: string }>;

export type WarningCode = keyof typeof WARNING_CODES;
