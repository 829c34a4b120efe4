/**
 * Closed enumerations in which some values contain the vendor prefix. Request schemas (`wireCodec`) parse wire values
 * into neutral ones, so services never see the prefix. Response schemas (`wireEnum`) describe wire values, which
 * serialisers create with `toWireName`. In JSON Schema, both are plain enumerations. The legal values are computed on
 * first use of a schema, so the prefix must be set earlier.
 */
import { z } from 'zod';
import { fromWireName, toWireName } from './service-name.ts';

/** Creates the response schema of an enumeration: its wire values, in order. */
export function wireEnum(neutralValues: readonly string[]): z.ZodType<string, string> {
  return z.lazy(() => z.enum(neutralValues.map(toWireName)));
}

/** Creates the request schema of an enumeration: accepts the wire value, returns the neutral one. */
export function wireCodec<const T extends string>(neutralValues: readonly T[]): z.ZodType<T, string> {
  return z.codec(wireEnum(neutralValues), z.string(), {
    decode: fromWireName,
    encode: toWireName,
  }) as unknown as z.ZodType<T, string>;
}
