/** Valid time zones, cached because a check by the runtime takes about 50 µs. The cache has a maximum size. */
const knownTimeZones = new Set<string>();
const KNOWN_TIME_ZONES_MAX = 2000;
const MAX_TIME_ZONE = 64;

/**
 * Whether the text is a time zone of the IANA database that this runtime knows. Offsets such as `+01:00` are not
 * accepted.
 */
export function isTimeZone(value: string): boolean {
  if (knownTimeZones.has(value)) return true;
  if (value.length > MAX_TIME_ZONE || !/^[a-z]/i.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    return false;
  }
  if (knownTimeZones.size < KNOWN_TIME_ZONES_MAX) knownTimeZones.add(value);
  return true;
}
