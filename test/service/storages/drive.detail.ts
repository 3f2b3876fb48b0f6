import { expect, onTestFinished, test } from 'vitest';
import { startGoogleServer } from '../../support/google-server.ts';
import { startReaching, ZIP } from './scenarios.ts';

test('a file of Google Drive comes in under its name, by the token of the picker', async () => {
  const google = await startGoogleServer([]);
  onTestFinished(google.stop);
  google.files.set('file-1_A', { name: 'Bericht.txt', bytes: Buffer.from('a report') });
  const { serve } = await startReaching();
  const convert = async (source: string, token: string) => {
    const input = [{ type: 'gdrive_picker', source, parameters: { host: google.url }, credentials: { token } }];
    const made = await serve.createJob({ process: true, input, conversion: [ZIP] });
    expect(made.input[0]).toMatchObject({ type: 'gdrive_picker', source, credentials: [] });
    return serve.final(made.id);
  };
  const job = await convert('file-1_A', google.driveToken);
  expect(job).toMatchObject({ status: 'completed', input: [{ filename: 'Bericht.txt', size: 8 }] });
  expect(job.output.map(({ filename }) => filename)).toEqual(['Bericht.zip']);
  expect((await convert('file-2', google.driveToken)).errors).toEqual([expect.objectContaining({ code: 2003 })]);
  expect((await convert('file-1_A', 'old')).errors).toEqual([
    expect.objectContaining({ code: 2009, message: expect.stringContaining('credentials.token') }),
  ]);
  expect(JSON.stringify(serve.log())).not.toContain(google.driveToken);
});
