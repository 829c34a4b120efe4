/** A cache of valid names, limited in size, because a check by the runtime costs about 50 µs. */
const knownTimeZones = new Set<string>();
const KNOWN_TIME_ZONES_MAX = 2000;
const MAX_TIME_ZONE = 64;

/** Whether the text is a name of the IANA database that this runtime knows. Offsets such as `+01:00` are not names. */
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
