'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import { referenceOf } from '#lib/api/error-reference.ts';

const RequestReference = dynamic(() =>
  import('#components/request-log/request-reference.tsx').then((module) => module.RequestReference),
);

interface Question {
  title: string;
  /** The consequence, and how many items it affects. */
  body: ReactNode;
  /** The label of the button: verb and noun. */
  action: string;
  /** The label of the button that changes nothing. Default: “Cancel”. */
  keep?: string;
  danger?: boolean;
  /** The text that the user has to type first: the name of the item to delete. */
  typed?: string;
  /** Runs while the dialog stays open. The dialog shows a failure. */
  run: () => Promise<unknown>;
}

interface Open extends Question {
  settle: (done: boolean) => void;
}

let open: Open | undefined;
let listener: (() => void) | undefined;

/**
 * Asks for confirmation of a consequential action, and then runs the action. Resolves to true if the action was done.
 */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((settle) => {
    open?.settle(false);
    open = { ...question, settle };
    listener?.();
  });
}

function close(done: boolean) {
  open?.settle(done);
  open = undefined;
  listener?.();
}

/** Rendered once, in the providers. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    (notify) => {
      listener = notify;
      return () => {
        listener = undefined;
      };
    },
    () => open,
    () => undefined,
  );
  return (
    <Dialog open={question !== undefined} onOpenChange={() => close(false)}>
      {question && <ConfirmDialog key={question.title} {...question} />}
    </Dialog>
  );
}

function ConfirmDialog({ title, body, action, keep = 'Cancel', danger, typed, run }: Question) {
  const [text, setText] = useState('');
  const missing = typed !== undefined && text.trim() !== typed ? `Type ${typed} first` : undefined;
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const go = async () => {
    setPending(true);
    try {
      await run();
      close(true);
    } catch (cause) {
      setFailure(cause);
      setPending(false);
    }
  };
  return (
    // The layer below still handles Escape for a moment after the dialog has the focus, so the dialog also listens for
    // the key.
    <DialogContent
      title={title}
      role="alertdialog"
      className="max-w-lg"
      onKeyDown={({ key }) => key === 'Escape' && close(false)}
    >
      <div className="text-muted">{body}</div>
      {typed !== undefined && (
        <form
          className="mt-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!missing) void go();
          }}
        >
          <Field label={`Type “${typed}” to confirm`}>
            {(control) => (
              <Input
                {...control}
                value={text}
                onChange={({ target }) => setText(target.value)}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
        </form>
      )}
      {failure !== undefined && <Failure error={failure} />}
      <DialogFooter>
        <Button onClick={() => close(false)}>{keep}</Button>
        <Button variant={danger ? 'danger' : 'primary'} pending={pending} disabledReason={missing} onClick={go}>
          {action}
        </Button>
      </DialogFooter>
    </DialogContent>
  );
}

/** Why the action failed, with the request ID of an error that the request log explains. */
function Failure({ error }: { error: unknown }) {
  const reference = referenceOf(error);
  return (
    <p role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-bad">
      {error instanceof ApiFailure ? error.message : String(error)}
      {reference && <RequestReference id={reference} />}
    </p>
  );
}
