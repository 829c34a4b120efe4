import { fire, type Load, type Measurement, median, type Shot } from '#bench/load.ts';
import type { Server } from '#bench/servers.ts';
import type { WebProgram } from './installation.ts';
import { SUBSCRIBERS, type Tenant } from './tenant.ts';

/** The number of events in one bulk request. */
const BULK = 100;

export interface TriggerFigures {
  web: Measurement;
  bare: Measurement;
  /** The number of events in each request. */
  events: number;
}

export interface Triggering {
  tenant: Tenant;
  workflow: string;
  web: WebProgram;
  bare: Server;
  seconds: number;
  rounds: number;
}

export function measureTriggers(triggering: Triggering, keyed: boolean): Promise<TriggerFigures> {
  const { workflow } = triggering;
  const body = () => JSON.stringify(event(workflow));
  return compare(
    triggering,
    { method: 'POST', path: '/api/v1/events/trigger', body, keyed },
    { connections: 16, events: 1 },
  );
}

export function measureBulk(triggering: Triggering): Promise<TriggerFigures> {
  const { workflow } = triggering;
  const body = () => JSON.stringify({ events: Array.from({ length: BULK }, () => event(workflow)) });
  return compare(
    triggering,
    { method: 'POST', path: '/api/v1/events/trigger/bulk', body },
    { connections: 4, events: BULK },
  );
}

let count = 0;

function event(name: string) {
  const n = count++;
  return { name, to: `s-${1 + (n % SUBSCRIBERS)}`, payload: { n, orderId: `o-${n}` } };
}

/** Runs rounds alternately on both servers. For each server, the median round counts. */
async function compare(
  { tenant, web, bare, seconds, rounds }: Triggering,
  shot: Shot,
  { connections, events }: Pick<Load, 'connections'> & { events: number },
): Promise<TriggerFigures> {
  const once = (origin: string, duration: number) =>
    fire({ origin, authorization: tenant.authorization, shots: [shot], connections, seconds: duration });
  await once(web.origin, 1);
  await once(bare.origin, 1);
  const own: Measurement[] = [];
  const its: Measurement[] = [];
  for (let round = 0; round < rounds; round++) {
    own.push(await once(web.origin, seconds));
    its.push(await once(bare.origin, seconds));
  }
  return { web: median(own), bare: median(its), events };
}
