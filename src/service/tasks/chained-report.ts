import type { ErrorIssue, WarningIssue } from '../../task/errors.ts';
import type { OrderedReport } from '../../task/types.ts';
import { fromJson } from '../database/columns.ts';
import { isAnyOf } from '../database/dialect.ts';
import type { Transact } from '../database/open.ts';
import type { TaskRow } from '../database/tables.ts';

/**
 * Returns the report of a task as the job shows it. If its inputs are outputs of another conversion, clients know neither these inputs nor
 * their ids: outputs are attributed to the inputs of the job, and errors to the conversion.
 */
export async function reportForJob(transact: Transact, report: OrderedReport, task: TaskRow): Promise<OrderedReport> {
  const ids = fromJson(task.input_ids);
  if (ids.length === 0) return report;
  const chained = await transact
    .selectFrom('inputs')
    .innerJoin('outputs', 'outputs.id', 'inputs.source')
    .select(['inputs.id', 'outputs.input_ids'])
    .where(isAnyOf(transact, 'inputs.id', ids))
    .where('inputs.type', '=', 'conversion')
    .execute();
  if (chained.length === 0) return report;
  const origins = new Map(chained.map(({ id, input_ids }) => [id, fromJson(input_ids)]));
  const ofConversion = <Issue extends ErrorIssue | WarningIssue>(issue: Issue): Issue =>
    issue.source === 'input' ? { ...issue, source: 'conversion', id_source: task.conversion_id } : issue;
  return {
    ...report,
    input: [],
    errors: report.errors.map(ofConversion),
    warnings: report.warnings.map(ofConversion),
    output: report.output.map((record) => ({
      ...record,
      source: { ...record.source, input: [...new Set(record.source.input.flatMap((id) => origins.get(id) ?? [id]))] },
    })),
  };
}
