interface Named {
  subscriberId: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** First and last name, or `subscriberId` when both are missing. */
export function nameOf({ firstName, lastName, subscriberId }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || subscriberId;
}
