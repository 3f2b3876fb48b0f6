import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { type Plan, PlanSchema } from '../../src/plan/schema.ts';
import { convertd, ROOT, temporaryFolder } from '../cli/support.ts';
import { start } from '../service/local-service.ts';
import { download } from '../service/serve-support.ts';
import type { Json } from '../service/support.ts';

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(JSON.stringify(PlanSchema)));

/** Plans the conversion of a fixture in a folder of its own. */
async function planned(file: string, ...words: readonly string[]) {
  const folder = await temporaryFolder();
  const name = file.split('/').at(-1) ?? '';
  await copyFile(join(ROOT, 'fixtures', file), join(folder, name));
  const done = await convertd(['plan', name, ...words], { cwd: folder });
  return { ...done, folder, name };
}

async function planOf(file: string, ...words: readonly string[]): Promise<Plan> {
  const { stdout, stderr, folder, name } = await planned(file, ...words, '--json');
  const plan = JSON.parse(stdout.trim()) as Plan;
  expect(validate(plan), JSON.stringify(validate.errors)).toBe(true);
  expect([stderr, await readdir(folder)]).toEqual(['', [name]]);
  return plan;
}

it('a plan says what would be done, by which programs, and what would be lost', async () => {
  const plan = await planOf('document/asides.fodt', 'pdf', '-o', 'strict=none');
  expect(plan).toMatchObject({
    conversion: { category: 'document', target: 'pdf' },
    input: [{ filename: 'asides.fodt', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    route: [
      {
        ...{ category: 'document', target: 'pdf' },
        programs: [{ program: 'LibreOffice', version: expect.stringMatching(/^\d+\.\d/) }],
      },
    ],
    options: { given: { strict: 'none', dry_run: true } },
    counts: { comments: 2, charts: 1 },
  });
  const text = await planOf('document/asides.fodt', 'document/txt');
  expect(text.likely_losses).toContainEqual(expect.objectContaining({ count: 'comments', amount: 2 }));
  const sheets = await planOf('document/table.xlsx', 'csv');
  expect(sheets.likely_losses).toContainEqual(expect.objectContaining({ count: null }));
});

it('a conversion that another one prepares has both in its route, the first one once', async () => {
  const folder = await temporaryFolder();
  for (const name of ['one.docx', 'two.docx']) {
    await copyFile(join(ROOT, 'fixtures/document/report.docx'), join(folder, name));
  }
  const { stdout } = await convertd(['plan', 'one.docx', 'two.docx', 'all.tiff', '--json'], { cwd: folder });
  const { route } = JSON.parse(stdout) as Plan;
  expect(route).toMatchObject([
    { category: 'document', target: 'pdf', programs: [{ program: 'LibreOffice' }] },
    { category: 'image', target: 'tiff', programs: [{ program: 'sharp' }] },
  ]);
});

it('the time of usual conversions is known, and grows with the input', async () => {
  const plan = await planOf('image/landscape.jpg', 'png');
  expect(plan.expected_seconds).toBeGreaterThanOrEqual(0);
  expect(plan.expected_credits).toBe(1);
});

it('options that would be adjusted are named, and what cannot be done is refused as by convert', async () => {
  const plan = await planOf('image/landscape.jpg', 'jpg', '-o', 'allow_multiple_outputs_threshold=5');
  expect(plan.options.changed).toMatchObject([{ code: 'option_no_effect' }]);
  const refused = await planned('image/landscape.jpg', 'mp3');
  expect([refused.exitCode, refused.stderr]).toEqual([expect.any(Number), expect.stringContaining('cannot become')]);
  expect(refused.exitCode).not.toBe(0);
  const unknown = await planned('image/landscape.jpg', 'jpg', '-o', 'colour=red');
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('colour')]);
});

it('several inputs of one output have one plan', async () => {
  const folder = await temporaryFolder();
  for (const name of ['one.jpg', 'two.jpg'])
    await copyFile(join(ROOT, 'fixtures/image/landscape.jpg'), join(folder, name));
  const plansOf = async (...words: readonly string[]) => {
    const { stdout } = await convertd(['plan', 'one.jpg', 'two.jpg', ...words, '--json'], { cwd: folder });
    return stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Plan).input.map(({ filename }) => filename));
  };
  expect(await plansOf('all.pdf')).toEqual([['one.jpg', 'two.jpg']]);
  expect(await plansOf('png')).toEqual([['one.jpg'], ['two.jpg']]);
});

it('is shown in words', async () => {
  const { stdout, exitCode } = await planned('document/asides.fodp', 'pdf');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^asides\.fodp → document\/pdf$/m);
  expect(stdout).toMatch(/^ {2}route +document\/pdf by LibreOffice \d/m);
  expect(stdout).toMatch(/^ {2}contains +.*comments 1/m);
  expect(stdout).toMatch(/^ {2}will lack +.*slides with notes \(1\)/m);
});

it('the service plans a conversion for nothing', async () => {
  const { serve } = await start();
  const source = (await readFile(join(ROOT, 'fixtures/document/asides.fodt'))).toString('base64');
  const create = async (options: Json): Promise<Json> => {
    const input = [{ type: 'base64', source, filename: 'asides.fodt' }];
    const conversion = [{ category: 'document', target: 'txt', options }];
    return serve.final((await serve.createJob({ input, conversion })).id);
  };
  const job = await create({ dry_run: true });
  expect([job.status, job.spent]).toEqual(['completed', 0]);
  const [[, bytes] = []] = await download(job as Parameters<typeof download>[0]);
  const plan = JSON.parse(String(bytes)) as Plan;
  expect(validate(plan), JSON.stringify(validate.errors)).toBe(true);
  expect(job.output).toMatchObject([{ filename: 'asides-plan.json', content_type: 'application/json' }]);
  // The control: the conversion itself costs something.
  expect((await create({})).spent).toBe(1);
});
