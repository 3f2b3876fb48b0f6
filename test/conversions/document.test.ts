import { afterAll, vi } from 'vitest';
import { words } from './document-observers.ts';
import { PDF_CASES } from './document-pdf-cases.ts';
import { TARGET_CASES } from './document-target-cases.ts';
import { testConversions } from './table.ts';

// One of the cases sets SPEECH_MODELS.
afterAll(() => {
  vi.unstubAllEnvs();
});

testConversions({ category: 'document', observe: (path) => words([path]), cases: [...TARGET_CASES, ...PDF_CASES] });
