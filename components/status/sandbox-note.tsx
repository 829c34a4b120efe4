import { FlaskConical } from 'lucide-react';
import { Fragment } from 'react';
import { Prose } from '#components/ui/prose.tsx';
import { SANDBOX_NOTE } from '#lib/reasons/step-summary.ts';

interface Props {
  /** The icon of the row's state is beside the text already. */
  bare?: boolean;
  children: string;
}

/** A text of a row. "(sandbox)" is an icon in it, so that reasons have room: nothing there reads as if it had left. */
export function WithSandboxIcon({ bare = false, children }: Props) {
  const parts = children.split(SANDBOX_NOTE);
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
    if (index === parts.length - 1) return <Prose key={index}>{part}</Prose>;
    const end = part.lastIndexOf(' ') + 1;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      <Fragment key={index}>
        <Prose>{part.slice(0, end)}</Prose>
        {/* The icon is never alone on a line. */}
        <span className="whitespace-nowrap">
          {part.slice(end)}
          <span className="sr-only">{SANDBOX_NOTE}</span>
          {!bare && (
            <span className="ml-1 text-info" data-tip="Accepted by the sandbox; nothing left">
              <FlaskConical aria-hidden className="inline size-3.5 align-[-2px]" />
            </span>
          )}
        </span>
      </Fragment>
    );
  });
}
