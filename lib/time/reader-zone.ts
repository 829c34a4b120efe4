/** The zone in which this browser shows times. On the server there is no reader: its callers pass a zone. */
import { setCookie } from '#lib/cookie.ts';

/** Cookies that the server reads. The root layout copies the chosen zone to the attribute `data-zone` of the page. */
export const ZONE_COOKIES = { chosen: 'chosen-zone', device: 'zone' };

/** Returns the IANA zone that the reader chose. Undefined: the device's zone. */
export function chosenZone(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.dataset.zone;
}

/** Returns the device's IANA zone. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the IANA zone of times, charts and typed dates: the chosen zone, or else the device's. */
export function readerZone(): string {
  return chosenZone() ?? deviceZone();
}

/** Shows times in `zone` from now on, and in every page that this browser opens. Undefined: in the device's zone. */
export function chooseZone(zone: string | undefined): void {
  const { dataset } = document.documentElement;
  if (zone) dataset.zone = zone;
  else delete dataset.zone;
  setCookie(ZONE_COOKIES.chosen, zone);
}

/** Stores the device's zone for the next page that the server renders. */
export function storeDeviceZone(): void {
  setCookie(ZONE_COOKIES.device, deviceZone());
}
