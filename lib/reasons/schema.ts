/** A reason on the wire, beyond the interface. */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { REASON_CODES } from './registry.ts';

/** Why something happened: a code of the registry with its evidence. */
export const WireReason = z.strictObject({ code: z.enum(REASON_CODES), evidence: JsonObject });
export type WireReason = z.infer<typeof WireReason>;
