import { parser } from '@prometheus-io/lezer-promql';

/** Name of a series of a real `/metrics` to the names of its labels. */
export type KnownSeries = ReadonlyMap<string, ReadonlySet<string>>;

/** Labels that Prometheus itself adds to each series that it reads. */
const ADDED_LABELS: readonly string[] = ['instance', 'job'];

/** Returns what is wrong with a query: its syntax, an unknown series, or a label that its series do not have. */
export function queryProblems(query: string, known: KnownSeries): string[] {
  const problems: string[] = [];
  const text = ({ from, to }: { from: number; to: number }) => query.slice(from, to);
  const series: string[] = [];
  const grouping: string[] = [];
  let selected = '';
  parser.parse(query).iterate({
    enter(node) {
      if (node.type.isError) problems.push(`syntax at ${node.from}: ${query}`);
      if (node.name === 'VectorSelector') {
        const name = node.node.getChild('Identifier');
        selected = name === null ? '' : text(name);
        series.push(selected);
        if (!known.has(selected)) problems.push(`no series ${selected || 'without a name'}`);
      }
      if (node.name !== 'LabelName') return;
      const label = text(node);
      if (node.node.parent?.name === 'GroupingLabels') grouping.push(label);
      else if (known.has(selected) && !has(known, selected, label)) problems.push(`${selected} has no label ${label}`);
    },
  });
  if (series.length === 0) problems.push(`no series in ${query}`);
  for (const label of grouping) {
    for (const name of series) {
      if (known.has(name) && !has(known, name, label)) problems.push(`${name} has no label ${label}`);
    }
  }
  return problems;
}

/** Returns labels that a legend or a summary shows (`{{name}}`, `$labels.name`) but the series of the query do not have. */
export function shownProblems(shown: string, query: string, known: KnownSeries): string[] {
  const labels = [...shown.matchAll(/\{\{\s*(\w+)\s*\}\}|\$labels\.(\w+)/g)].map(
    ([, legend, summary]) => legend ?? summary ?? '',
  );
  const names = [...known.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(query));
  return labels
    .filter((label) => !names.some((name) => has(known, name, label)))
    .map((label) => `no label ${label} in ${query}`);
}

const has = (known: KnownSeries, name: string, label: string): boolean =>
  ADDED_LABELS.includes(label) || known.get(name)?.has(label) === true;
