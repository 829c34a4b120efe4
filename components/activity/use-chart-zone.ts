import { useReader } from '#components/layout/first-paint.ts';
import { readerZone } from '#lib/time/reader-zone.ts';

/** Returns the IANA time zone whose midnight starts a day in charts: the zone of the query, otherwise the reader's. */
export function useChartZone(zone: string): string {
  const reader = useReader();
  return zone || reader.zone || readerZone();
}
