'use client';

import { ErrorState } from '#components/ui/error-state.tsx';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto max-w-lg p-6 pt-24">
      <ErrorState
        title="This page stopped working"
        message="The page has a fault; you did nothing wrong. Retry. If it happens again, contact your Belfry administrator."
        {...(error.digest && { reference: { label: 'Error code', id: error.digest, what: 'error code' } })}
        onRetry={reset}
      />
    </main>
  );
}
