import { DELIVERY_STORAGES, INPUT_STORAGES } from '../../../../files/cloud/providers.ts';
import type { OperationPages } from '../document.ts';
import { storageTable } from '../storages.ts';

/* Inputs, conversions and outputs of a job. */

export const INPUT_PAGES: OperationPages = {
  'get /v2/jobs/{job_id}/input': {
    operationId: 'getJobInputs',
    description: 'Lists the inputs of a job: all of them, or 50 per page if you request a page.',
    answers: { 200: { description: 'The inputs.', examples: ['InputList'] } },
    refusals: { 402: { examples: ['UploadBeyondContract'] } },
  },
  'post /v2/jobs/{job_id}/input': {
    operationId: 'postJobInputs',
    description: `
Adds one input, or several where the body is an array. Inputs can be added until the job starts.

- \`remote\`: the service fetches \`source\`, an http:// or https:// address, when the job runs.
- \`upload\`: you send the file to \`/upload-file/{job_id}\`; until then the job is \`incomplete\`.
- \`base64\`: \`source\` is the file itself as base64.
- \`output\` and \`input_id\`: \`source\` is the id of an output or input of another job of the same key.
- \`cloud\`: a file in your own storage, fetched when the job runs. \`source\` names the storage, \`parameters\` say where the file is
  there, \`credentials\` open it. They are stored encrypted, never shown, and forgotten when the job ends.
- \`gdrive_picker\`: \`source\` is the id of a file of Google Drive, \`credentials.token\` the OAuth access token of its user.

${storageTable(INPUT_STORAGES)}`,
    request: ['NewRemoteInput', 'NewCloudInput', 'NewInputs'],
    answers: {
      201: {
        description: 'The new input, or an array of them where the body was an array.',
        examples: ['AddedInput', 'AddedInputs'],
      },
    },
    refusals: {
      400: { examples: ['NoSource'] },
      402: { examples: ['TooManyInputs'] },
      409: { examples: ['JobIsRunning', 'JobHasEnded'] },
    },
  },
  'patch /v2/jobs/{job_id}/input': {
    operationId: 'patchJobInputs',
    description:
      'Replaces the options of several inputs, all of them or none: where one cannot be changed, no other is.',
    request: ['OptionsOfInputs'],
    answers: { 200: { description: 'All inputs of the job.', examples: ['InputList'] } },
    refusals: { 404: { examples: ['NoSuchInput', 'NoSuchJob'] } },
  },
  'get /v2/jobs/{job_id}/input/{file_id}': {
    operationId: 'getJobInput',
    description:
      'Reads one input. An upload that has arrived shows its size, its MD5 in `hash` and `checksum`, and what it is.',
    answers: { 200: { description: 'The input.', examples: ['ArrivedInput'] } },
    refusals: { 404: { examples: ['NoSuchInput', 'NoSuchJob'] } },
  },
  'patch /v2/jobs/{job_id}/input/{file_id}': {
    operationId: 'patchJobInput',
    description: `
Sets the password that opens an encrypted input, or replaces its parameters. Passwords are never shown again: \`credentials\` of an input
is always empty.`,
    request: ['PasswordOfInput'],
    answers: { 200: { description: 'The input as it is now.', examples: ['ArrivedInput'] } },
    refusals: { 404: { examples: ['NoSuchInput', 'NoSuchJob'] } },
  },
  'delete /v2/jobs/{job_id}/input/{file_id}': {
    operationId: 'deleteJobInput',
    description: 'Removes an input and its file. Possible until the job starts.',
    answers: { 204: { description: 'The input is gone.' } },
    refusals: { 404: { examples: ['NoSuchInput', 'NoSuchJob'] } },
  },
};

export const CONVERSION_PAGES: OperationPages = {
  'get /v2/jobs/{job_id}/conversions': {
    operationId: 'getJobConversions',
    description: 'Lists the conversions of a job: all of them, or 50 per page if you request a page.',
    answers: { 200: { description: 'The conversions.', examples: ['ConversionList'] } },
  },
  'post /v2/jobs/{job_id}/conversions': {
    operationId: 'postJobConversions',
    description: `
Adds one conversion, or several where the body is an array. Conversions can be added until the job starts. \`GET /v2/conversions\` lists
the targets and their options; options are checked now.

\`output_target\` names your storages that the outputs are delivered to, once all conversions of the job are done; the job has ended
when they are delivered. A \`file\` that ends in a slash, or none, is a folder in which each output keeps its name; any other is the name of
the output, and further ones are numbered. A delivery that fails by a fault that may pass is tried again; one that fails for good fails
the job, whose outputs can still be downloaded. \`gdrive\` and \`youtube\` are refused.

${storageTable(DELIVERY_STORAGES)}`,
    request: ['NewConversion', 'NewDeliveredConversion', 'NewConversions'],
    answers: {
      201: {
        description: 'The new conversion, or an array of them where the body was an array.',
        examples: ['Conversion', 'DeliveredConversion', 'AddedConversions'],
      },
    },
    refusals: {
      400: { examples: ['NoTarget', 'UnknownTarget', 'WrongOption', 'NoBucket'] },
      409: { examples: ['JobIsRunning', 'JobHasEnded'] },
    },
  },
  'get /v2/jobs/{job_id}/conversions/{conversion_id}': {
    operationId: 'getJobConversion',
    description: 'Reads one conversion with its options.',
    answers: { 200: { description: 'The conversion.', examples: ['Conversion'] } },
    refusals: { 404: { examples: ['NoSuchConversion', 'NoSuchJob'] } },
  },
  'patch /v2/jobs/{job_id}/conversions/{conversion_id}': {
    operationId: 'patchJobConversion',
    description: `
Replaces the options of a conversion as a whole, its metadata, or its output targets. Possible until the job starts. An output target that
comes back as it was shown keeps its credentials. For another target format, delete the conversion and add a new one.`,
    request: ['OtherBitrate'],
    answers: { 200: { description: 'The conversion as it is now.', examples: ['ChangedConversion'] } },
    refusals: { 400: { examples: ['WrongOption'] }, 404: { examples: ['NoSuchConversion', 'NoSuchJob'] } },
  },
  'delete /v2/jobs/{job_id}/conversions/{conversion_id}': {
    operationId: 'deleteJobConversion',
    description:
      'Removes a conversion. Possible until the job starts, and while no other conversion takes what this one makes.',
    answers: { 204: { description: 'The conversion is gone.' } },
    refusals: {
      404: { examples: ['NoSuchConversion', 'NoSuchJob'] },
      409: { examples: ['JobIsRunning', 'ConversionInUse'] },
    },
  },
};

export const OUTPUT_PAGES: OperationPages = {
  'get /v2/jobs/{job_id}/output': {
    operationId: 'getJobOutputs',
    description: `
Lists the outputs of a job: all of them, or 50 per page if you request a page. Each is there as soon as it is made, also while the job
still runs. Download it from its \`uri\`.`,
    answers: { 200: { description: 'The outputs.', examples: ['OutputList'] } },
  },
  'patch /v2/jobs/{job_id}/output': {
    operationId: 'patchJobOutputs',
    description: `
Changes the name or the download password of all outputs of a job. Outputs that would get the same name are numbered. A new name changes
\`uri\`, too.`,
    request: ['RenameOutput', 'ProtectOutput'],
    answers: { 200: { description: 'All outputs of the job.', examples: ['RenamedOutputs', 'OutputList'] } },
    refusals: { 400: { examples: ['EmptyFilename'] }, 409: { examples: ['DownloadEnded'] } },
  },
  'get /v2/jobs/{job_id}/output/{file_id}': {
    operationId: 'getJobOutput',
    description: 'Reads one output: its name, size, MD5 and download address.',
    answers: { 200: { description: 'The output.', examples: ['Output'] } },
    refusals: { 404: { examples: ['NoSuchOutput', 'NoSuchJob'] } },
  },
  'get /v2/jobs/{job_id}/output/{file_id}/receipt': {
    operationId: 'getJobOutputReceipt',
    description: `
Downloads the receipt of an output: what was read and written, by which programs and options, what was counted on both sides, and what is
lost. There is one if the conversion had the option \`receipt\`; the output has it as \`receipt\`, too.`,
    answers: { 200: { description: 'The receipt.', examples: ['Receipt'] } },
    refusals: { 404: { examples: ['NoSuchReceipt', 'NoSuchOutput', 'NoSuchJob'] } },
  },
  'patch /v2/jobs/{job_id}/output/{file_id}': {
    operationId: 'patchJobOutput',
    description: 'Changes the name or the download password of an output. A new name changes `uri`, too.',
    request: ['RenameOutput', 'ProtectOutput'],
    answers: { 200: { description: 'The output as it is now.', examples: ['RenamedOutput', 'Output'] } },
    refusals: {
      400: { examples: ['EmptyFilename'] },
      404: { examples: ['NoSuchOutput', 'NoSuchJob'] },
      409: { examples: ['DownloadEnded'] },
    },
  },
  'delete /v2/jobs/{job_id}/output/{file_id}': {
    operationId: 'deleteJobOutput',
    description: 'Removes an output and its file. Its download address answers 410 from now on.',
    answers: { 204: { description: 'The output is gone.' } },
    refusals: { 404: { examples: ['NoSuchOutput', 'NoSuchJob'] } },
  },
};
