import { useMutation } from '@tanstack/react-query';
import { meMutations } from '#lib/me/client.ts';

/** Returns a function that ends the session and opens the sign-in page, also if the server does not respond. */
export function useSignOut(): () => void {
  const { mutate } = useMutation({ ...meMutations.signOut(), onSettled: () => location.assign('/sign-in') });
  return () => mutate();
}
