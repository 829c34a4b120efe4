/** The time at which the credentials of an integration stop working, as far as Belfry knows. */
import { counted } from '#lib/text/counted.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { Integration } from './schema.ts';

/** The number of days before the end at which the warning starts. */
export const WARNED_DAYS = 30;

export interface CredentialEnd {
  /** The day in UTC on which the credentials end, such as `2027-03-31`. */
  day: string;
  what: 'credentials' | 'certificate';
}

type Ends = Pick<Integration, 'credentialsEndOn' | 'certificateEndsAt'>;

/** Returns the ends of a stored integration’s credentials in wire form. Unknown ends are absent. */
export function endsWire({ credentialsEndOn, certificateEndsAt }: Record<keyof Ends, Date | null>): Ends {
  return {
    ...(credentialsEndOn && { credentialsEndOn: credentialsEndOn.toISOString().slice(0, 10) }),
    ...(certificateEndsAt && { certificateEndsAt: certificateEndsAt.toISOString() }),
  };
}

/** Returns the earliest known end. Undefined if none is known. */
export function credentialEnd({ credentialsEndOn, certificateEndsAt }: Ends): CredentialEnd | undefined {
  const certificate = certificateEndsAt?.slice(0, 10);
  if (certificate !== undefined && (credentialsEndOn === undefined || certificate <= credentialsEndOn))
    return { day: certificate, what: 'certificate' };
  return credentialsEndOn === undefined ? undefined : { day: credentialsEndOn, what: 'credentials' };
}

/** Returns the number of UTC calendar days until the end: 0 on the day itself, negative afterwards. */
export function daysLeft({ day }: Pick<CredentialEnd, 'day'>, now: number): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS - Math.floor(now / DAY_MS);
}

/** Returns a text such as "credentials end in 12 days" or "client certificate ended yesterday". */
export function endText(end: CredentialEnd, now: number): string {
  const days = daysLeft(end, now);
  const [subject, verb] = end.what === 'credentials' ? ['credentials', 'end'] : ['client certificate', 'ends'];
  if (days === 0) return `${subject} ${verb} today`;
  if (days === 1) return `${subject} ${verb} tomorrow`;
  if (days > 0) return `${subject} ${verb} in ${counted(days, 'day')}`;
  return `${subject} ended ${days === -1 ? 'yesterday' : `${counted(-days, 'day')} ago`}`;
}
