import type { FastifyReply } from 'fastify';
import Type from 'typebox';

/** Number of items on a page (docs/interface.md, Lists). */
export const PAGE_SIZE = 50;

const Page = Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: `Page of ${PAGE_SIZE} items` });

/** Query of a list that can have any length: the default is the first page. */
export const PageQuery = Type.Object({ page: Type.Optional(Page) });

export const pageOffset = (page: number | undefined): number => ((page ?? 1) - 1) * PAGE_SIZE;

/** Sets X-Count to the number of items on all pages (docs/interface.md, Lists). */
export function setCount(reply: Pick<FastifyReply, 'header'>, count: number): void {
  reply.header('x-count', count);
}

/** Returns the items of one job, all of which its document shows: all of them, or one page if the client asks for one. Sets X-Count. */
export function listOfJob<Item>(
  reply: Pick<FastifyReply, 'header'>,
  items: readonly Item[],
  page: number | undefined,
): Item[] {
  setCount(reply, items.length);
  return page === undefined ? [...items] : items.slice(pageOffset(page), pageOffset(page) + PAGE_SIZE);
}
