/** The zone in which this browser shows times. The server has no reader, so callers on the server pass a zone. */
import { setCookie } from '#lib/cookie.ts';

/**
 * The cookies with the chosen zone and the device's zone, for the server. The root layout copies the chosen zone to the
 * attribute `data-zone` of the page.
 */
export const ZONE_COOKIES = { chosen: 'chosen-zone', device: 'zone' };

/** Returns the IANA zone that the reader chose. Undefined if the reader uses the device's zone. */
export function chosenZone(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.dataset.zone;
}

/** Returns the device's IANA zone. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the IANA zone for times, charts and typed dates: the chosen zone, or else the device's. */
export function readerZone(): string {
  return chosenZone() ?? deviceZone();
}

/**
 * Shows times in `zone` from now on, also in pages that this browser opens later. Undefined means the device's zone.
 */
export function chooseZone(zone: string | undefined): void {
  const { dataset } = document.documentElement;
  if (zone) dataset.zone = zone;
  else delete dataset.zone;
  setCookie(ZONE_COOKIES.chosen, zone);
}

/** Stores the device's zone in a cookie, for the next page that the server renders. */
export function storeDeviceZone(): void {
  setCookie(ZONE_COOKIES.device, deviceZone());
}
