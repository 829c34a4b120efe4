import { SearchX } from 'lucide-react';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** Shown if the URL's hash matches no operation of this release. */
export function UnknownPlace({ place }: { place: string }) {
  return (
    <EmptyState
      icon={SearchX}
      title="There is no such operation"
      action={
        <a href="#start" className={buttonClass()}>
          Start of the reference
        </a>
      }
    >
      {`This release has no operation “${place}”. Search the list for a similar one.`}
    </EmptyState>
  );
}
