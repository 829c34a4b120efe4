import type { ReactNode } from 'react';
import type { JsonObject } from '#lib/json/values.ts';

export interface PreviewProps {
  preview: JsonObject;
  /** The subscriber for whom the preview was rendered. */
  subscriber?: JsonObject | undefined;
}

/** The frame of a preview, with a caption below. */
export function Stage({ children, caption }: { children: ReactNode; caption?: ReactNode }) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-sunken">
      <div className="flex min-h-44 items-center justify-center px-4 py-8">{children}</div>
      {caption && (
        <figcaption className="border-t border-line bg-surface px-3 py-2 text-xs text-muted">{caption}</figcaption>
      )}
    </figure>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <span className="text-faint">{children}</span>;
}
