import { type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { LayoutListInput } from '#lib/layouts/client.ts';

export const sorts = ['name', 'updatedAt', 'createdAt'] as const;
export const pageSize = 50;

/** All filters of the layouts page, as stored in the URL. */
export const layoutsParsers = {
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(sorts).withDefault('name'),
  order: parseAsStringLiteral(['ASC', 'DESC']).withDefault('ASC'),
  page: parseAsInteger.withDefault(0),
};

export type LayoutsQuery = inferParserType<typeof layoutsParsers>;

/** Returns the query for the API. */
export function layoutsInput({ q, sort, order, page }: LayoutsQuery): LayoutListInput {
  return { query: q, orderBy: sort, orderDirection: order, limit: pageSize, offset: page * pageSize };
}
