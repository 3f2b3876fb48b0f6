import { fromJson } from '../database/columns.ts';
import type { ConversionRow } from '../database/tables.ts';
import type { ConversionInput } from '../documents/conversion-schemas.ts';
import { ServiceError } from '../errors.ts';

/*
 * Conversions that take the outputs of others of their job instead of its inputs. `sources` of a row are the ids of those others;
 * together they are a graph without a cycle, which is held whenever a conversion is added, changed or removed.
 */

/** What the graph is made of. */
export type ChainLink = Pick<ConversionRow, 'id' | 'name' | 'sources'>;

/**
 * The ids of the conversions that a client names, each once.
 * @param input ids, or names that the client has given
 * @param all conversions of the job
 * @throws ServiceError 400 for one that the job does not have
 */
export function sourcesOf(input: readonly ConversionInput[], all: readonly ChainLink[]): string[] {
  const ids = input.map(({ source }) => {
    const found = all.find(({ id }) => id === source) ?? all.find(({ name }) => name === source);
    if (found !== undefined) return found.id;
    throw wrongInput(`The job has no conversion with the id or name ${JSON.stringify(source.slice(0, 100))}`);
  });
  return [...new Set(ids)];
}

/** Throws ServiceError 400 where a conversion takes its own output, in however many steps; the message names the way. */
export function refuseCycle(all: readonly ChainLink[]): void {
  const links = new Map(all.map((link) => [link.id, link]));
  const acyclic = new Set<string>();
  const visit = (link: ChainLink, way: readonly ChainLink[]): void => {
    if (acyclic.has(link.id)) return;
    const begun = way.indexOf(link);
    if (begun !== -1) {
      const names = [...way.slice(begun), link].map(({ name, id }) => name ?? id);
      throw wrongInput(`Conversions cannot take each other's output in a circle: ${names.join(' takes ')}`);
    }
    for (const id of fromJson(link.sources)) {
      const source = links.get(id);
      if (source !== undefined) visit(source, [...way, link]);
    }
    acyclic.add(link.id);
  };
  for (const link of all) visit(link, []);
}

/** Throws ServiceError 400 where another conversion of the job has the name. */
export function refuseNameTwice(name: string | null, others: readonly ChainLink[]): void {
  if (name === null || others.every((other) => other.name !== name)) return;
  throw new ServiceError('invalid_request', `The job has another conversion of the name ${JSON.stringify(name)}.`, {
    errors: { name: 'is taken' },
  });
}

/** Throws ServiceError 409 where conversions take the output of one that is to be removed. */
export function refuseInUse(id: string, all: readonly ChainLink[]): void {
  const users = all.filter(({ sources }) => fromJson(sources).includes(id));
  if (users.length === 0) return;
  const names = users.map((user) => user.name ?? user.id).join(', ');
  throw new ServiceError(
    'conversion_in_use',
    `Other conversions take the output of this one: ${names}. Change or remove them first.`,
  );
}

/** All conversions that take the output of one of these, in however many steps; in the order of `all`. */
export function dependantsOf<Link extends ChainLink>(ids: readonly string[], all: readonly Link[]): Link[] {
  const found = new Set(ids);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { id, sources } of all) if (fromJson(sources).some((source) => found.has(source))) found.add(id);
  }
  return all.filter(({ id }) => found.has(id) && !ids.includes(id));
}

const wrongInput = (problem: string): ServiceError =>
  new ServiceError('invalid_request', `${problem}.`, {
    errors: { input: 'must name conversions of the job, and none that takes this one' },
  });
