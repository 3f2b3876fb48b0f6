import type { Static } from 'typebox';
import { failureOf } from '../../../convert/failure.ts';
import { wrongCall } from '../../../convert/read-request.ts';
import type { ErrorBody, JobIssueDocument } from '../../../documents/schemas.ts';
import { SERVICE_ERRORS, type ServiceErrorName } from '../../../error-names.ts';
import { errorBody, noSuchJob, ServiceError } from '../../../errors.ts';
import { noSuchUpload } from '../../../files/resumable-upload-store.ts';
import { NO_RECEIPT } from '../../../outputs/outputs.ts';
import type { JobStatus } from '../../../states.ts';
import { type Example, example } from '../example.ts';
import { FAILED_JOB, IDS } from './jobs.ts';

/* Examples of refused requests, in the words of the service. */

type Fields = Readonly<Record<string, string>>;

function refusal(
  name: ServiceErrorName,
  summary: string,
  message: string,
  errors?: Fields,
  task?: { name: string; code: number },
): Example {
  const error = new ServiceError(name, message, { ...(errors && { errors }), ...(task && { task }) });
  return example(summary, errorBody(error) satisfies Static<typeof ErrorBody>);
}

/** Example for a request that waits for its job. */
const failure = (summary: string, status: JobStatus, errors: readonly JobIssueDocument[]): Example =>
  example(summary, errorBody(failureOf({ id: IDS.job, status }, errors)) satisfies Static<typeof ErrorBody>);

const BITRATE =
  'Option audio_bitrate of audio/mp3 cannot be 9999; allowed: 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320.';
const TARGET = 'There is no target "mp33". Did you mean mp3? GET /v2/conversions lists all targets.';

export const REFUSAL_EXAMPLES = {
  WrongPage: refusal(
    'invalid_request',
    'A value that is out of range',
    'The request is not valid: page must be from 1 to 1000000000.',
    {
      page: 'must be from 1 to 1000000000',
    },
  ),
  WrongType: refusal(
    'invalid_request',
    'A field of the wrong type',
    'The request is not valid: process must be true or false.',
    {
      process: 'must be true or false',
    },
  ),
  EmptyFilename: refusal(
    'invalid_request',
    'A name without a character',
    'The request is not valid: filename must have from 1 to 255 characters.',
    { filename: 'must have from 1 to 255 characters' },
  ),
  NoTarget: refusal(
    'invalid_request',
    'A conversion without a target',
    'The request is not valid: target is missing.',
    {
      target: 'is missing',
    },
  ),
  UnknownTarget: refusal(
    'invalid_request',
    'A target that does not exist',
    TARGET,
    { target_unknown: TARGET },
    { name: 'target_unknown', code: 1002 },
  ),
  WrongOption: refusal(
    'invalid_request',
    'An option with a wrong value',
    BITRATE,
    { audio_bitrate: BITRATE },
    { name: 'option_invalid', code: 1003 },
  ),
  NoBucket: refusal(
    'invalid_request',
    'An output target without a bucket',
    'The outputs cannot be delivered so: output_target.0.parameters.bucket is missing.',
    { 'output_target.0.parameters.bucket': 'is missing' },
  ),
  NoSource: refusal(
    'invalid_request',
    'A remote input without an address',
    'A remote input needs a source: an https:// or http:// URL.',
    { source: 'is not usable for this type of input' },
  ),
  WrongCallback: refusal(
    'invalid_request',
    'A callback that is not a web address',
    'The callback must be an http:// or https:// URL.',
    { callback: 'must be an http:// or https:// URL' },
  ),
  WrongFormField: refusal(
    'invalid_request',
    'A form with the file in another field',
    'The form has a file in the field "audio". It is multipart/form-data with one file in the field "file".',
    { file: 'has a file in the field "audio"' },
  ),
  NoUploadId: refusal(
    'invalid_request',
    'The upload is not named',
    'The header X-Svc-Upload-Uuid must be given: it says which upload this is about.',
    { 'x-svc-upload-uuid': 'must be given: it says which upload this is about' },
  ),
  NotBase64: refusal('invalid_request', 'Content that cannot be decoded', '`content` is not valid base64.', {
    content: 'must be base64',
  }),
  PublicPreset: refusal(
    'invalid_request',
    'A preset for everyone',
    "Presets made here are private; public ones are the operator's.",
    { scope: 'must be private' },
  ),
  WrongDay: refusal('invalid_request', 'A day that does not exist', 'The day must be written like 2026-01-31.', {
    date: 'must be like 2026-01-31',
  }),
  WrongMonth: refusal('invalid_request', 'A month that does not exist', 'The month must be written like 2026-01.', {
    date: 'must be like 2026-01',
  }),
  WrongYear: refusal('invalid_request', 'A year with two digits', 'The year must be written like 2026.', {
    date: 'must be like 2026',
  }),

  NoKey: refusal(
    'unauthorized',
    'No API key',
    'This needs an API key: in the header X-Svc-Api-Key, or as Authorization: Bearer.',
  ),
  OtherOrigin: refusal(
    'other_origin',
    'A page of another origin asked, without a key of its own',
    'The request comes from a page of another origin, which may not use your login or your network: it needs an API key.',
  ),
  NoLogin: refusal(
    'no_such_address',
    'Nobody logs in here',
    'Login is disabled: the operator has not set OIDC_ISSUER.',
  ),
  NoCredentials: refusal(
    'unauthorized',
    'Neither a valid API key nor the token of the job',
    'This needs an API key in the header X-Svc-Api-Key, or the token of the job in X-Svc-Token.',
  ),
  PasswordNeeded: refusal(
    'download_password_required',
    'A protected file without a password',
    'This file is protected: send its password in the header X-Svc-Download-Password, or in a cookie of that name in lower case.',
  ),
  PasswordWrong: refusal('download_password_wrong', 'A wrong password', 'The download password is wrong.'),
  StatisticsOfAll: refusal(
    'unauthorized',
    'The statistics of all keys for a key of another contract',
    'The statistics of all keys are for keys of the contract unlimited; ask for single.',
  ),

  NoCreditsLeft: refusal(
    'credits_used_up',
    'Too few credits are left',
    'The job needs 1 credit; 0 of the 30 of 24 hours are left.',
  ),
  TooManyInputs: refusal(
    'inputs_beyond_contract',
    'More inputs than the contract allows',
    'A job may have 10 inputs; this would be 11: the contract of this key does not allow more.',
    { input: 'is beyond the contract' },
  ),
  UploadBeyondContract: refusal(
    'inputs_beyond_contract',
    'A larger file than the contract allows',
    'The inputs of a job may have 524288000 bytes, and with this one it is more: the contract of this key does not allow more. The file was discarded.',
  ),
  TooManyPresets: refusal(
    'too_many_presets',
    'As many presets as a key can have',
    'A key can have 1000 presets; delete one first.',
  ),

  NoSuchJob: refusal('no_such_job', 'No such job, or one of another key', noSuchJob().message),
  NoSuchInput: refusal('no_such_input', 'No such input', 'The job has no such input.'),
  NoSuchConversion: refusal('no_such_conversion', 'No such conversion', 'The job has no such conversion.'),
  NoSuchOutput: refusal('no_such_output', 'No such output', 'The job has no such output.'),
  NoSuchReceipt: refusal('no_such_receipt', 'An output without a receipt', NO_RECEIPT),
  NoSuchFile: refusal('no_such_file', 'No such file', 'There is no such file.'),
  NoSuchPreset: refusal('no_such_preset', 'No such preset', 'There is no such preset.'),
  NoSuchOwnPreset: refusal(
    'no_such_preset',
    'No such preset of this key',
    'This key has no such preset. Only the operator can change public ones.',
  ),

  NoFile: refusal(
    'invalid_request',
    'A request without a file',
    wrongCall('has neither a file nor an address').message,
    { file: 'has neither a file nor an address' },
  ),
  EncodedFile: refusal(
    'unsupported_media_type',
    'A file with a Content-Encoding',
    'Send the file without Content-Encoding.',
  ),
  ResultExpired: refusal(
    'download_expired',
    'A repeated request, after the time of its result',
    'The time in which the result could be downloaded is over.',
  ),
  ConversionInUse: refusal(
    'conversion_in_use',
    'Another conversion takes what this one makes',
    'Other conversions take the output of this one: pictures. Change or remove them first.',
  ),
  JobWasCanceled: failure('The job was canceled meanwhile', 'canceled', []),
  DamagedInput: failure('A file that cannot be read', 'failed', FAILED_JOB.errors),
  ConversionTooSlow: failure('A conversion that takes too long', 'failed', [
    {
      source: 'conversion',
      id_source: IDS.conversion,
      code: 3002,
      message: 'The conversion did not finish within its time limit of 1500 seconds.',
      details: {},
    },
  ]),
  JobHasEnded: refusal(
    'wrong_job_status',
    'The job has ended',
    'The job is completed; its status does not allow this change.',
  ),
  JobIsRunning: refusal(
    'wrong_job_status',
    'The job has started',
    'The job is queued; its status does not allow this change.',
  ),
  IdempotencyKeyUsed: refusal(
    'idempotency_key_used',
    'The Idempotency-Key of another request',
    'This Idempotency-Key was used for another job; take a new one.',
    { 'Idempotency-Key': 'was used with another body' },
  ),
  WrongOffset: refusal(
    'wrong_upload_offset',
    'Another number of bytes has arrived',
    'Upload-Offset must be 1048576: so many bytes of this upload have arrived here.',
  ),
  NoSuchUpload: refusal('no_such_upload', 'No such upload, or one that has expired', noSuchUpload().message),
  OtherTusVersion: refusal(
    'tus_version',
    'A request that is not of tus 1.0.0',
    'The header Tus-Resumable must be 1.0.0.',
  ),
  NoUploadLength: refusal(
    'invalid_request',
    'The length is not known',
    'The header upload-length must be a number of bytes.',
    { 'upload-length': 'must be a number of bytes' },
  ),
  NotTusBytes: refusal(
    'unsupported_media_type',
    'Bytes of another type',
    'Send the bytes as application/offset+octet-stream.',
  ),
  UploadBusy: refusal(
    'upload_busy',
    'Another request sends bytes at this moment',
    'Another request sends bytes of this upload; ask with HEAD how many arrived.',
  ),
  OtherChecksum: refusal(
    'checksum_mismatch',
    'Bytes that were damaged on the way',
    'The bytes do not have the sha1 of Upload-Checksum; they were discarded. Send them again.',
  ),
  TooManyUploads: refusal(
    'too_many_uploads',
    'Too many uploads of the job at a time',
    '20 uploads of this job are unfinished, which is the limit; finish or delete one first.',
  ),
  DownloadEnded: refusal(
    'download_ended',
    'The output has expired',
    'The download of this output has ended; it cannot be changed.',
  ),
  PresetNameTaken: refusal(
    'preset_exists',
    'The name of another preset',
    'This key has a preset "voice" of audio/mp3 already.',
    { name: 'is taken' },
  ),

  DownloadExpired: refusal(
    'download_expired',
    'The file has expired',
    'The time in which this file could be downloaded is over.',
  ),
  DownloadDisabled: refusal(
    'download_disabled',
    'The file was deleted',
    'This file was deleted or its download disabled.',
  ),
  JobNotEnded: refusal(
    'wrong_job_status',
    'The job has not ended',
    'The job is processing; its outputs can be downloaded together when it has ended.',
  ),
  NoOutputs: refusal('no_such_output', 'The job has ended without outputs', 'The job is failed and has no outputs.'),
  OutputsExpired: refusal(
    'download_expired',
    'The outputs have expired',
    'The time in which the outputs could be downloaded is over.',
  ),
  OutputsDeleted: refusal('download_disabled', 'All outputs were deleted', 'All outputs were deleted.'),
  BodyTooLarge: refusal(
    'too_large',
    'A body beyond the limit',
    'Request body is too large; files of any size go to /upload-file.',
  ),
  UploadTooLarge: refusal(
    'too_large',
    'A file beyond the limit of the service',
    'The file is larger than the 21474836480 bytes that this service takes.',
  ),
  NotJson: refusal('unsupported_media_type', 'A body that is not JSON', 'Unsupported Media Type'),
  NotAFile: refusal(
    'unsupported_media_type',
    'A body that is not a file',
    'Send the file as a form (multipart/form-data), or its bytes as application/octet-stream.',
  ),
  NoSuchRange: refusal('no_such_range', 'A range behind the end of the file', SERVICE_ERRORS.no_such_range.meaning),
  TooManyRequests: refusal(
    'too_many_requests',
    'Too many requests at a time',
    'The contract of this key allows 100 requests at a time, and as many are under way; try again when one has ended.',
  ),
  TooManyStreams: refusal(
    'too_many_requests',
    'Too many event streams at a time',
    'The contract of this key allows 100 event streams at a time, and as many are under way; try again when one has ended.',
  ),
  TooManyJobs: refusal(
    'too_many_running_jobs',
    'Too many jobs at a time',
    'The contract of this key allows 50 jobs at a time, and as many are running; try again when one has ended.',
  ),
  Defect: refusal(
    'internal',
    'A defect of the service',
    'The service failed because of a bug; its log has the details.',
  ),
  Stopping: refusal('unavailable', 'The service stops', 'Service Unavailable'),
} as const;
