interface Named {
  subscriberId: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** Matches Chinese, Japanese and Korean names, in which the family name comes first. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]+$/u;

/** Returns the full name in the order of its script, or `subscriberId` if both parts are missing. */
export function nameOf({ firstName, lastName, subscriberId }: Named): string {
  const parts = [firstName, lastName].flatMap((part) => part || []);
  const isFamilyFirst = parts.every((part) => FAMILY_FIRST.test(part));
  return (isFamilyFirst ? parts.reverse() : parts).join(' ') || subscriberId;
}
