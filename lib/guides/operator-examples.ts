import type { OperatorName } from '#lib/conditions/operators.ts';
import type { JsonObject } from '#lib/json/values.ts';

/** The data of the examples. */
export const OPERATOR_SAMPLE = {
  subscriber: { email: 'jane@example.com', data: { plan: 'pro', tags: ['beta', 'staff'] } },
  payload: { total: 120, country: 'DE', coupon: null, orderedAt: '2026-11-20T09:00:00Z' },
} satisfies JsonObject;

/** The time at which the examples about times are true. */
export const OPERATOR_NOW = '2026-11-22T09:00:00.000Z';

const field = (path: string) => ({ var: path });
const plan = field('subscriber.data.plan');
const email = field('subscriber.email');
const total = field('payload.total');
const orderedAt = field('payload.orderedAt');
const isPro = { '==': [plan, 'pro'] };

/** One rule for each operator that is true for the sample. The type check fails for an operator without one. */
export const OPERATOR_EXAMPLES: Readonly<Record<OperatorName, JsonObject>> = {
  and: { and: [isPro, { '>': [total, 100] }] },
  or: { or: [isPro, { '>': [total, 500] }] },
  '!': { '!': { '==': [plan, 'free'] } },
  '==': isPro,
  '=': { '=': [plan, 'pro'] },
  '!=': { '!=': [plan, 'free'] },
  '<': { '<': [total, 200] },
  '<=': { '<=': [total, 120] },
  '>': { '>': [total, 100] },
  '>=': { '>=': [total, 120] },
  in: { in: [field('payload.country'), ['DE', 'FR']] },
  startsWith: { startsWith: [email, 'jane'] },
  endsWith: { endsWith: [email, '@example.com'] },
  contains: { contains: [email, 'example'] },
  doesNotContain: { doesNotContain: [email, 'test'] },
  doesNotBeginWith: { doesNotBeginWith: [email, 'test'] },
  doesNotEndWith: { doesNotEndWith: [email, '.test'] },
  containsAny: { containsAny: [field('subscriber.data.tags'), ['staff', 'admin']] },
  doesNotContainAny: { doesNotContainAny: [field('subscriber.data.tags'), ['admin', 'owner']] },
  null: { null: [field('payload.coupon')] },
  notNull: { notNull: [total] },
  between: { between: [total, 100, 200] },
  notBetween: { notBetween: [total, 200, 300] },
  moreThanXAgo: { moreThanXAgo: [orderedAt, { amount: 1, unit: 'days' }] },
  lessThanXAgo: { lessThanXAgo: [orderedAt, { amount: 3, unit: 'days' }] },
  exactlyXAgo: { exactlyXAgo: [orderedAt, { amount: 2, unit: 'days' }] },
  withinLast: { withinLast: [orderedAt, { amount: 1, unit: 'weeks' }] },
  notWithinLast: { notWithinLast: [orderedAt, { amount: 1, unit: 'hours' }] },
};
