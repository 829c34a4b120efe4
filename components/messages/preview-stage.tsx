import type { ReactNode } from 'react';

/** The background of a preview. */
export function PreviewStage({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col items-center justify-center gap-2 rounded-lg border border-line bg-sunken px-4 py-6 sm:py-10">
      {children}
    </div>
  );
}
