/**
 * The vendor prefix of identifiers (`<name>-cloud`, `<name>-slack`, …).
 *
 * Inside Belfry and in the database such an identifier is neutral and starts with `svc`. On the wire it starts with
 * SERVICE_NAME. Only request schemas and serialisers translate (wire-enum.ts).
 *
 * The name is module state, so that schemas are constants that also work in the browser. On the server `env()` sets it,
 * in the dashboard `Me.serviceName` does.
 */
import { PROVIDER_IDS } from './ids.ts';

const NEUTRAL_WORD = 'svc';
const SERVICE_NAME_PATTERN = /^[a-z][a-z0-9]{1,15}$/;

const isNamed = (id: string) => id === NEUTRAL_WORD || id.startsWith(`${NEUTRAL_WORD}-`);
const VENDOR_IDS = new Set<string>(PROVIDER_IDS.filter((id) => !isNamed(id)));

/** Neutral identifiers with the vendor prefix: provider IDs, then workflow origins. */
export const NEUTRAL_NAMES: readonly string[] = [...PROVIDER_IDS.filter(isNamed), 'svc-cloud', 'svc-cloud-v1'];

let currentName = NEUTRAL_WORD;
let neutralToWire = new Map<string, string>();
let wireToNeutral = new Map<string, string>();

/**
 * Sets the vendor prefix for this process or page.
 * @throws {Error} if the prefix is malformed, or would form the identifier of a vendor.
 */
export function setServiceName(name: string): void {
  if (name === currentName) return;
  if (!SERVICE_NAME_PATTERN.test(name)) {
    throw new Error(`SERVICE_NAME "${name}" must be 2 to 16 lower-case letters and digits, starting with a letter.`);
  }
  const forward = new Map(NEUTRAL_NAMES.map((neutral) => [neutral, name + neutral.slice(NEUTRAL_WORD.length)]));
  const taken = [...forward.values()].find((wire) => VENDOR_IDS.has(wire));
  if (taken)
    throw new Error(`SERVICE_NAME "${name}" cannot be used: "${taken}" is the identifier of another provider.`);
  currentName = name;
  neutralToWire = forward;
  wireToNeutral = new Map([...forward].map(([neutral, wire]) => [wire, neutral]));
}

/**
 * Returns the first vendor's identifier that would also start with this prefix (`brevo` → `brevo-sms`), because it
 * would be ambiguous.
 */
export function vendorIdFormedBy(name: string): string | undefined {
  return NEUTRAL_NAMES.map((neutral) => named(neutral, name)).find((wire) => VENDOR_IDS.has(wire));
}

function named(neutral: string, name: string): string {
  return name + neutral.slice(NEUTRAL_WORD.length);
}

export function serviceName(): string {
  return currentName;
}

/** Converts `svc-slack` to `<name>-slack`. Identifiers without the prefix stay unchanged. */
export function toWireName(neutral: string): string {
  return neutralToWire.get(neutral) ?? neutral;
}

/** Converts `<name>-slack` to `svc-slack`. Identifiers without the prefix stay unchanged. */
export function fromWireName(wire: string): string {
  return wireToNeutral.get(wire) ?? wire;
}
