import { testGoldenCases } from '../../golden/cases.ts';

await testGoldenCases('metadata');
