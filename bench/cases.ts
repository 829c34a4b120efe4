import { DATASET_ENVIRONMENT_IDS } from './dataset.ts';
import type { Shot } from './load.ts';
import type { BaselineName } from './servers.ts';

/** One measurement against the baselines. */
export interface Case {
  name: string;
  connections: number;
  shots: Shot[];
  /** The required ratio of requests per second, by baseline. A case always runs on `bare`, and on the others only if listed here. */
  atLeast?: Partial<Record<BaselineName, number>>;
  /** The maximum p99, in milliseconds. */
  p99Ms?: number;
}

/** Facts of the data set that the cases use, read from the database. */
export interface Facts {
  subscriberIds: string[];
  /** IDs of rows in list order, for cursors. */
  cursors: string[];
  workflowIds: string[];
  /** Search terms by the number of subscribers that match. */
  terms: { common: string[]; rare: string[]; absent: string[] };
}

export const BENCH_ENVIRONMENT_ID = DATASET_ENVIRONMENT_IDS[0] as string;

export function cases({ subscriberIds, cursors, workflowIds, terms }: Facts): Case[] {
  const get = (paths: string[]): Shot[] => paths.map((path) => ({ method: 'GET', path }));
  const search = (values: string[]) => get(values.map((term) => `/api/v2/subscribers?${term}`));
  const upserts = subscriberIds.map(
    (subscriberId, n): Shot => ({
      method: 'POST',
      path: '/api/v2/subscribers',
      body: JSON.stringify({
        subscriberId,
        firstName: 'Jane',
        lastName: `Cooper ${n}`,
        email: `jane.${n}.${n.toString(36)}@example.com`,
      }),
    }),
  );
  return [
    {
      name: 'list subscribers',
      connections: 16,
      atLeast: { bare: 0.7, plain: 0.7, nestjs: 1 },
      shots: get(cursors.map((id) => `/api/v2/subscribers?after=${id}`)),
    },
    {
      name: 'list subscribers, one client',
      connections: 1,
      shots: get(cursors.map((id) => `/api/v2/subscribers?after=${id}`)),
    },
    {
      name: 'get subscriber',
      connections: 16,
      atLeast: { bare: 0.7, plain: 0.7, nestjs: 1 },
      shots: get(subscriberIds.map((id) => `/api/v2/subscribers/${id}`)),
    },
    { name: 'search, common term', connections: 4, p99Ms: 150, shots: search(terms.common) },
    { name: 'search, rare term', connections: 4, p99Ms: 150, shots: search(terms.rare) },
    { name: 'search, absent term', connections: 4, p99Ms: 150, shots: search(terms.absent) },
    { name: 'search, two letters', connections: 4, shots: search(['email=zq', 'name=qz']) },
    { name: 'upsert subscriber', connections: 16, atLeast: { bare: 0.8, plain: 0.85, nestjs: 1 }, shots: upserts },
    {
      name: 'upsert subscriber, with Idempotency-Key',
      connections: 16,
      shots: upserts.map((shot) => ({ ...shot, keyed: true })),
    },
    {
      name: 'list messages of a subscriber',
      connections: 16,
      atLeast: { bare: 0.7 },
      shots: get(subscriberIds.map((id) => `/api/v1/messages?subscriberId=${id}`)),
    },
    {
      name: 'list messages',
      connections: 16,
      atLeast: { bare: 0.7 },
      shots: get(['/api/v1/messages', '/api/v1/messages?channel=email', '/api/v1/messages?channel=push&page=3']),
    },
    {
      name: 'list notifications with jobs',
      connections: 16,
      atLeast: { bare: 0.6 },
      shots: get(Array.from({ length: 50 }, (_, page) => `/api/v1/notifications?page=${page}`)),
    },
    {
      name: 'get workflow',
      connections: 16,
      atLeast: { bare: 0.7 },
      shots: get(workflowIds.map((id) => `/api/v2/workflows/${id}`)),
    },
  ];
}
