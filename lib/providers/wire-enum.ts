/**
 * Closed enumerations some of whose values hold the service's word.
 *
 * Request schemas (`wireCodec`) accept wire values and hand on neutral ones, so services never see the service's word.
 * Response schemas (`wireEnum`) describe wire values; serialisers make them with `toWireName`. Both are plain enumerations in
 * JSON Schema. The legal values are computed when a schema is first used, not when it is defined, and then kept: the
 * name is to be set before.
 */
import { z } from 'zod';
import { fromWireName, toWireName } from './service-name.ts';

/** Response schema of an enumeration: its wire values, in order. */
export function wireEnum(neutralValues: readonly string[]): z.ZodType<string, string> {
  return z.lazy(() => z.enum(neutralValues.map(toWireName)));
}

/** Request schema of an enumeration: accepts the wire value, hands on the neutral one. */
export function wireCodec<const T extends string>(neutralValues: readonly T[]): z.ZodType<T, string> {
  return z.codec(wireEnum(neutralValues), z.string(), {
    decode: fromWireName,
    encode: toWireName,
  }) as unknown as z.ZodType<T, string>;
}
