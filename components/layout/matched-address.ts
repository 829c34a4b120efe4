import type { Subscriber } from '#lib/subscribers/schema.ts';

/** The fewest digits that identify a phone number rather than a part of a name or ID. */
const FEWEST_DIGITS = 4;

/** Returns the phone number of a subscriber if the search text is a part of it, otherwise the first known address. */
export function matchedAddress({ email, phone }: Pick<Subscriber, 'email' | 'phone'>, sought: string) {
  const digits = digitsOf(sought);
  const isPhone = phone && digits.length >= FEWEST_DIGITS && digitsOf(phone).includes(digits);
  return (isPhone ? phone : email || phone) || undefined;
}

function digitsOf(text: string): string {
  return text.replaceAll(/[^0-9]/g, '');
}
