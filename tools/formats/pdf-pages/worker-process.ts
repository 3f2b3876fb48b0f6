// Worker process that reads and changes the objects of PDFs: one job per line, see pool-protocol.ts.
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { answerRequest } from './answer.ts';
import type { PoolRequest } from './request.ts';

await serveRequests((message) => answerRequest(message as typeof message & PoolRequest, message.folder));
