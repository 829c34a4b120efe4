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
  const isOver = statusCode === 404;
  return (
    <ErrorState
      title={isOver ? 'This link is not valid' : 'The link could not be checked'}
      message={message}
      reference={requestReference(requestId)}
      onRetry={onRetry}
      final={isOver ? 'missing' : undefined}
      action={
        <Link href="/sign-in" className={buttonClass()}>
          Go to sign-in
        </Link>
      }
    />
  );
}
