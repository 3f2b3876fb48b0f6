import { fromJson } from '../database/columns.ts';
import type { ConversionRow } from '../database/tables.ts';
import type { ConversionInput } from '../documents/conversion-schemas.ts';
import { ServiceError } from '../errors.ts';

/*
 * Conversions that take the outputs of other conversions of their job instead of its inputs. `sources` of a row are the ids of those
 * others. Together they form a graph without cycles; this is checked whenever a conversion is added, changed or removed.
 */

/** A node of the graph. */
export type ChainLink = Pick<ConversionRow, 'id' | 'name' | 'sources'>;

/**
 * Returns the ids of the conversions that a client names, without duplicates.
 * @param input ids, or names that the client has given
 * @param all conversions of the job
 * @throws ServiceError 400 for a conversion that the job does not have
 */
export function sourcesOf(input: readonly ConversionInput[], all: readonly ChainLink[]): string[] {
  const ids = input.map(({ source }) => {
    const found = all.find(({ id }) => id === source) ?? all.find(({ name }) => name === source);
    if (found !== undefined) return found.id;
    throw wrongInput(`The job has no conversion with the id or name ${JSON.stringify(source.slice(0, 100))}`);
  });
  return [...new Set(ids)];
}

/** Throws ServiceError 400 if a conversion takes its own output, in any number of steps; the message names the cycle. */
export function refuseCycle(all: readonly ChainLink[]): void {
  const left = new Map(all.map((link) => [link.id, { link, sources: fromJson(link.sources) }]));
  const users = usersOf(all);
  const isFree = (id: string) => left.get(id)?.sources.every((source) => !left.has(source)) === true;
  // A conversion that takes nothing that is left cannot be part of a cycle, so it is removed; then those that took it, and so on.
  for (const free = [...left.keys()].filter(isFree); free.length > 0; ) {
    const id = free.pop() ?? '';
    if (left.delete(id)) free.push(...(users.get(id) ?? []).filter(isFree));
  }
  // Everything that is left takes something that is left, so following the sources leads into a cycle.
  const way: string[] = [];
  let [next] = left.keys();
  while (next !== undefined && !way.includes(next)) {
    way.push(next);
    next = left.get(next)?.sources.find((source) => left.has(source));
  }
  if (next === undefined) return;
  const names = [...way.slice(way.indexOf(next)), next].map((id) => left.get(id)?.link.name ?? id);
  throw wrongInput(`Conversions cannot take each other's output in a circle: ${names.join(' takes ')}`);
}

/** Throws ServiceError 400 if another conversion of the job has the name. */
export function refuseNameTwice(name: string | null, others: readonly ChainLink[]): void {
  if (name === null || others.every((other) => other.name !== name)) return;
  throw new ServiceError('invalid_request', `The job has another conversion of the name ${JSON.stringify(name)}.`, {
    errors: { name: 'is taken' },
  });
}

/** Throws ServiceError 409 if conversions take the output of the one that is to be removed. */
export function refuseInUse(id: string, all: readonly ChainLink[]): void {
  const users = all.filter(({ sources }) => fromJson(sources).includes(id));
  if (users.length === 0) return;
  const names = users.map((user) => user.name ?? user.id).join(', ');
  throw new ServiceError(
    'conversion_in_use',
    `Other conversions take the output of this one: ${names}. Change or remove them first.`,
  );
}

/** Returns all conversions that take the output of one of these, in any number of steps; in the order of `all`. */
export function dependantsOf<Link extends ChainLink>(ids: readonly string[], all: readonly Link[]): Link[] {
  const users = usersOf(all);
  const found = new Set(ids);
  // Conversions added on the way are visited, too.
  for (const id of found) for (const user of users.get(id) ?? []) found.add(user);
  return all.filter(({ id }) => found.has(id) && !ids.includes(id));
}

/** Returns, by id, the ids of the conversions that take its output. */
function usersOf(all: readonly ChainLink[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const { id, sources } of all) {
    for (const source of fromJson(sources)) users.set(source, [...(users.get(source) ?? []), id]);
  }
  return users;
}

const wrongInput = (problem: string): ServiceError =>
  new ServiceError('invalid_request', `${problem}.`, {
    errors: { input: 'must name conversions of the job, and none that takes this one' },
  });
