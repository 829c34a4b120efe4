/** A reason on the wire, an addition to the interface. */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { PERMISSIONS } from '#lib/auth/permissions.ts';
import { FIX_ACTIONS } from './definition.ts';
import { REASON_CODES, type Reason } from './registry.ts';

/** The reason for an event: a code of the registry with its evidence. */
export const WireReason = z.strictObject({ code: z.enum(REASON_CODES), evidence: JsonObject });
export type WireReason = z.infer<typeof WireReason>;

export function wireReason({ code, evidence }: Reason): WireReason {
  return { code, evidence: { ...evidence } };
}

/**
 * A fix for a reason. `link` is a dashboard page within the environment, or an absolute path if it starts with `/`. `label`
 * names its destination, and `permission` is required for changes there.
 */
export const WireFix = z.strictObject({
  text: z.string(),
  link: z.string().optional(),
  label: z.string().optional(),
  permission: z.enum(PERMISSIONS).optional(),
  action: z.enum(FIX_ACTIONS).optional(),
});
