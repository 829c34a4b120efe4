'use client';

import { ErrorState } from '#components/ui/error-state.tsx';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto max-w-lg p-6 pt-24">
      <ErrorState
        title="This page stopped working"
        message="Something in it failed, not something you did. Retry; if it happens again, tell whoever runs this Belfry."
        reference={error.digest}
        referenceLabel="Error code"
        onRetry={reset}
      />
    </main>
  );
}
