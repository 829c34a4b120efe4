import { CircleAlert, History } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { LayoutDraft } from './use-layout-draft.ts';

/** Why the last save failed, and edits that were restored. A problem of the body is shown at the body. */
export function LayoutNotices({ state }: { state: LayoutDraft }) {
  const { problem, restoredAt, keepRestored, discard } = state;
  const isShown = problem?.message !== undefined && !problem.inBody;
  return (
    <>
      {isShown && <NotSaved>{problem.message}</NotSaved>}
      {restoredAt !== undefined && (
        <div role="status" className="flex flex-wrap items-start gap-2.5 rounded-lg bg-info-soft px-3 py-2 text-info">
          <History aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p className="min-w-0 flex-1 basis-56 text-pretty">
            Your unsaved changes from <RelativeTime value={new Date(restoredAt).toISOString()} absolute /> were
            restored.
          </p>
          <span className="flex gap-2 text-fg">
            <Button size="sm" onClick={keepRestored}>
              Keep
            </Button>
            <Button size="sm" onClick={() => void discard()}>
              Discard changes
            </Button>
          </span>
        </div>
      )}
    </>
  );
}

/** The message of a save that failed. */
export function NotSaved({ children }: { children: string }) {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>Not saved. {children}</span>
    </p>
  );
}
