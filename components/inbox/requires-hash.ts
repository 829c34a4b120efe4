import type { Integration } from '#lib/integrations/schema.ts';
import { switchOf } from '#lib/providers/credential.ts';

/**
 * Whether sessions need a hash of the subscriber. Without a choice in the integration, the type of the environment
 * decides.
 */
export function requiresHash({ credentials }: Integration, type: string | undefined): boolean {
  return switchOf(credentials ?? {}, 'hmac') ?? type === 'prod';
}
