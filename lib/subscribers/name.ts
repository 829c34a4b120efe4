interface Named {
  subscriberId: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** First and last name, or the caller's id when there is neither. */
export function nameOf({ firstName, lastName, subscriberId }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || subscriberId;
}
