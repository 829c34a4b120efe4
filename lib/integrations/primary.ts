import { supportsPrimary } from '#lib/providers/primary.ts';
import type { Integration } from './schema.ts';

/** Why the integration cannot be made primary, as a sentence; undefined when it can. */
export function whyNotPrimary({ primary, channel, deleted }: Integration): string | undefined {
  if (deleted) return 'It is deleted';
  if (!supportsPrimary(channel)) return 'Only e-mail and SMS have a primary integration';
  return primary ? 'It is the primary one already' : undefined;
}
