import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import Type from 'typebox';
import { routeTo } from '../catalog/conversion-graph.ts';
import { type CatalogEntry, listEntries, resolveTarget } from '../catalog/index.ts';
import { renderEntry } from '../catalog/render.ts';
import { formatByExtension } from '../files/formats/by-extension.ts';
import { isOffered, whyNotOffered } from '../runner/engines.ts';
import { answering } from './answering.ts';
import { argumentsOf } from './arguments.ts';
import type { McpContext } from './context.ts';

const ARGUMENTS = Type.Object(
  {
    input: Type.Optional(
      Type.String({ minLength: 1, description: 'A file name or an extension: only targets that take such files.' }),
    ),
    target: Type.Optional(
      Type.String({ minLength: 1, description: 'A target, as "mp3" or "audio/mp3": its options in full.' }),
    ),
  },
  { additionalProperties: false },
);

/** `list_targets`: lists the targets, their sources and their options. */
export function registerListTargets(server: McpServer, { log }: McpContext): void {
  const config = {
    title: 'List targets and options',
    description:
      'Lists what files can be converted into: all targets, those for a kind of file, or the options of one.',
    inputSchema: argumentsOf(ARGUMENTS),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  server.registerTool('list_targets', config, ({ input, target }) =>
    answering(log, async () => (target === undefined ? targets(input) : options(target))),
  );
}

function targets(input: string | undefined): CallToolResult {
  const offered = listEntries().filter(({ category }) => isOffered(category));
  const format = input === undefined ? null : formatByExtension(input).name;
  const entries =
    format === null ? offered : offered.filter(({ category, target }) => routeTo(category, target, format) !== null);
  const byCategory = Map.groupBy(entries, ({ category }) => category);
  const text = [
    ...[...byCategory].map(([category, found]) => `${category}: ${found.map(({ target }) => target).join(', ')}`),
    '',
    ...(input === undefined ? [] : ['This goes by the name of the file; the conversion goes by its content.']),
    'Call list_targets with a target for its options.',
  ].join('\n');
  return {
    content: [{ type: 'text', text }],
    structuredContent: { targets: entries.map(({ category, target }) => ({ category, target })) },
  };
}

function options(name: string): CallToolResult {
  const entry: CatalogEntry = resolveTarget(name, 'The tool list_targets');
  const { category, target, options: definitions } = entry;
  return {
    content: [{ type: 'text', text: renderEntry(entry, whyNotOffered) }],
    structuredContent: { category, target, options: definitions },
  };
}
