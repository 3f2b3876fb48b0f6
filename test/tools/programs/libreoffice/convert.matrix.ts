import { describe, it } from 'vitest';
import type { OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { sample } from '../../../support/sample.ts';
import { type Case, conversionCases } from './conversion-cases.ts';
import { useBench } from './support.ts';

const bench = await useBench();
const CASES = conversionCases(bench);

/** All cases with the resident worker process; the other ways start LibreOffice for each conversion. */
const TRIED: readonly (readonly [OfficeWay, readonly Case[]])[] = [
  ['warm', CASES],
  ['once', sample('LibreOffice, once', CASES, 1)],
  ['cold', sample('LibreOffice, cold', CASES, 2)],
];

describe.skipIf((await findSoffice()) === null).each(TRIED)('LibreOffice, %s:', (way, cases) => {
  it.each(cases)('$name', ({ run }) => run((conversion) => bench.convert(way, conversion)));
});
