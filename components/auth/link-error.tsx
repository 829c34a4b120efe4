'use client';

import Link from 'next/link';
import { requestReference } from '#components/table/read-error.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import type { ApiFailure } from '#lib/api/client.ts';

interface Props {
  error: ApiFailure;
  onRetry: () => void;
}

/** Why the link of an invitation or a password reset shows no form. A link that was used or has expired stays invalid. */
export function LinkError({ error: { statusCode, message, requestId }, onRetry }: Props) {
  const signIn = (
    <Link href="/sign-in" className={buttonClass()}>
      Go to sign-in
    </Link>
  );
  if (statusCode === 404) {
    return (
      <div role="alert" className="flex flex-col items-start gap-2">
        <h1 className="text-xl font-semibold">This link is not valid</h1>
        <p className="mb-2 text-pretty text-muted">{message}</p>
        {signIn}
      </div>
    );
  }
  return (
    <ErrorState
      title="The link could not be checked"
      message={message}
      reference={requestReference(requestId)}
      onRetry={onRetry}
      action={signIn}
    />
  );
}
