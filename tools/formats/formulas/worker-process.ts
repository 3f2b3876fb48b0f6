// The process that draws formulas: one job a line, see pool-protocol.ts.
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { drawFormulas, type FormulaJob } from './draw.ts';

await serveRequests((message, progress) =>
  drawFormulas(message as typeof message & FormulaJob, message.folder, progress),
);
