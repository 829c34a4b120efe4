'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert, LogIn } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { signInProviderMutations, signInProviderQueries } from '#lib/sign-in-providers/client.ts';
import type { SignInChoice } from '#lib/sign-in-providers/schema.ts';

interface Props {
  /** The page to open after sign-in. */
  next: string | undefined;
  /** The providers that arrived with the page. Undefined: the browser requests them. */
  first: SignInChoice[] | undefined;
}

/** One button for each sign-in provider. Nothing without a provider. */
export function ProviderChoices({ next, first }: Props) {
  const isHydrated = useHydrated();
  const { data: choices = [] } = useQuery({
    ...signInProviderQueries.choices(),
    ...(first !== undefined && { initialData: first }),
  });
  const start = useMutation({
    ...signInProviderMutations.start(),
    onSuccess: ({ url }) => location.assign(url),
  });
  if (choices.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {choices.map(({ _id, name }) => (
        <Button
          key={_id}
          className="justify-center"
          disabled={!isHydrated}
          pending={start.variables?.signInProviderId === _id && (start.isPending || start.isSuccess)}
          onClick={() => start.mutate({ signInProviderId: _id, ...(next !== undefined && { next }) })}
        >
          <LogIn aria-hidden />
          <span className="truncate">Continue with {name}</span>
        </Button>
      ))}
      {start.isError && (
        <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {start.error.message}
        </p>
      )}
      <div aria-hidden className="mt-2 flex items-center gap-3 text-xs text-faint">
        <span className="h-px flex-1 bg-line" />
        or with your password
        <span className="h-px flex-1 bg-line" />
      </div>
    </div>
  );
}
