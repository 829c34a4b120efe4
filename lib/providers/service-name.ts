/**
 * The service's own word inside identifiers (`<name>-cloud`, `<name>-slack`, …).
 *
 * Inside Belfry, and in the database, such an identifier is neutral: it starts with `svc`. On the wire it starts with
 * SERVICE_NAME. The translation happens in two places only: request schemas turn wire into neutral (`wireCodec`), and
 * serialisers turn neutral into wire (`toWireName`). Response schemas (`wireEnum`) describe wire values.
 *
 * The name is module state, so that schemas stay plain constants usable in the browser: every server process sets it
 * once from the environment before its first request, the dashboard sets it from `Me.serviceName`. The set of legal wire
 * values is computed when a schema is first used, not when it is defined, and is then kept: set the name first.
 */
import { z } from 'zod';

/** Neutral identifiers that hold the service's word: provider ids, then workflow origins. */
export const NEUTRAL_NAMES: readonly string[] = [
  'svc',
  'svc-email',
  'svc-email-agent',
  'svc-sms',
  'svc-slack',
  'svc-anthropic',
  'svc-cloud',
  'svc-cloud-v1',
];

const NEUTRAL_WORD = 'svc';
const SERVICE_NAME_PATTERN = /^[a-z][a-z0-9]{1,15}$/;

let currentName = NEUTRAL_WORD;
let neutralToWire = new Map<string, string>();
let wireToNeutral = new Map<string, string>();

/**
 * Sets the service's word for this process or page.
 * @throws {Error} when it is malformed.
 */
export function setServiceName(name: string): void {
  if (name === currentName) return;
  if (!SERVICE_NAME_PATTERN.test(name)) {
    throw new Error(`SERVICE_NAME "${name}" must be 2 to 16 lower-case letters and digits, starting with a letter.`);
  }
  currentName = name;
  neutralToWire = new Map(NEUTRAL_NAMES.map((neutral) => [neutral, name + neutral.slice(NEUTRAL_WORD.length)]));
  wireToNeutral = new Map([...neutralToWire].map(([neutral, wire]) => [wire, neutral]));
}

export function serviceName(): string {
  return currentName;
}

/** `svc-slack` → `<name>-slack`. Identifiers without the service's word pass through. */
export function toWireName(neutral: string): string {
  return neutralToWire.get(neutral) ?? neutral;
}

/** `<name>-slack` → `svc-slack`. Identifiers without the service's word pass through. */
export function fromWireName(wire: string): string {
  return wireToNeutral.get(wire) ?? wire;
}

/** Response schema of a closed enumeration: its wire values, in order. */
export function wireEnum(neutralValues: readonly string[]): z.ZodType<string, string> {
  return z.lazy(() => z.enum(neutralValues.map(toWireName)));
}

/** Request schema of a closed enumeration: accepts the wire value, hands on the neutral one. */
export function wireCodec<const T extends string>(neutralValues: readonly T[]): z.ZodType<T, string> {
  return z.codec(wireEnum(neutralValues), z.string(), {
    decode: (wire) => fromWireName(wire),
    encode: (neutral) => toWireName(neutral),
  }) as unknown as z.ZodType<T, string>;
}
