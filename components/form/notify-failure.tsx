import dynamic from 'next/dynamic';
import { notify } from '#components/ui/notify.ts';
import { referenceOf } from '#lib/api/error-reference.ts';

const RequestReference = dynamic(() =>
  import('#components/request-log/request-reference.tsx').then((module) => module.RequestReference),
);

/** The time for which a notification with a request ID stays, in milliseconds: long enough to open the request log. */
const SHOWN_MS = 12_000;

/** Shows that an action failed: the error's text, and the request ID of an error that the request log explains. */
export function notifyFailure(error: unknown, title?: string): void {
  const message = error instanceof Error ? error.message : String(error);
  const id = referenceOf(error);
  const text = title === undefined ? '' : message;
  const description = id === undefined ? text : withReference(text, id);
  notify.failed(title ?? message, { ...(description && { description }), ...(id && { duration: SHOWN_MS }) });
}

function withReference(text: string, id: string) {
  return (
    <>
      {text}
      <RequestReference id={id} />
    </>
  );
}
