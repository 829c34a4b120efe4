import { slugify } from '#lib/text/slug.ts';
import type { Outage } from './schema.ts';

/** Returns the name of an outage’s file without extension: "outage-sendgrid-eu-2026-11-27-0912", in UTC. */
export function outageFileName({ integration, openedAt }: Pick<Outage, 'integration' | 'openedAt'>): string {
  const { identifier, name, _id } = integration;
  const [date = '', time = ''] = openedAt.split('T');
  return ['outage', slugify(identifier ?? name ?? '') || _id, date, time.slice(0, 5).replace(':', '')].join('-');
}
