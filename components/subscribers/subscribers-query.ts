import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { SubscriberListInput } from '#lib/subscribers/client.ts';

export const searchFields = [
  { value: 'auto', label: 'Anything' },
  { value: 'name', label: 'Name' },
  { value: 'email', label: 'E-mail' },
  { value: 'phone', label: 'Phone' },
  { value: 'id', label: 'Subscriber id' },
] as const;

const fieldNames = searchFields.map(({ value }) => value);

/** All filters of the subscribers page, as the URL holds them. */
export const subscriberParsers = {
  q: parseAsString.withDefault(''),
  in: parseAsStringLiteral(fieldNames).withDefault('auto'),
  sort: parseAsStringLiteral(['_id', 'updatedAt']).withDefault('_id'),
  order: parseAsStringLiteral(['ASC', 'DESC']).withDefault('DESC'),
  after: parseAsString,
  before: parseAsString,
};

export type SubscribersQuery = inferParserType<typeof subscriberParsers>;

const limit = 30;

/** The query for the API. */
export function subscriberInput(query: SubscribersQuery): SubscriberListInput {
  const field = searchedField(query);
  return {
    limit,
    orderBy: query.sort,
    orderDirection: query.order,
    ...(query.after && { after: query.after }),
    ...(query.before && { before: query.before }),
    ...(query.q && { [field === 'id' ? 'subscriberId' : field]: query.q }),
  };
}

/** The field to search: an @ means e-mail, digits a phone number, anything else a name. */
export function searchedField(query: Pick<SubscribersQuery, 'q' | 'in'>): Exclude<SubscribersQuery['in'], 'auto'> {
  if (query.in !== 'auto') return query.in;
  if (query.q.includes('@')) return 'email';
  return /^[+\d][\d\s()-]{2,}$/.test(query.q) ? 'phone' : 'name';
}
