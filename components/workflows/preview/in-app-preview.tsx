'use client';

import { Bell } from 'lucide-react';
import { InboxText } from '#components/inbox/inbox-text.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import { textOf } from './preview-values.ts';
import { Nothing, Stage } from './stage.tsx';

/** The card in a subscriber's inbox. The avatar is not loaded, because the image could track the reader. */
export function InAppPreview({ preview }: { preview: JsonObject }) {
  const subject = textOf(preview.subject);
  const body = textOf(preview.body);
  const buttons = [preview.primaryAction, preview.secondaryAction].map(actionOf);
  const redirect = isObject(preview.redirect) ? textOf(preview.redirect.url) : '';
  return (
    <div className="flex flex-col gap-2">
      <Stage caption={<Addresses redirect={redirect} avatar={textOf(preview.avatar)} />}>
        <div className="flex w-full max-w-md gap-3 rounded-xl bg-raised px-4 py-3.5 shadow-float">
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-text"
          >
            <Bell className="size-4.5" />
          </span>
          <div className="min-w-0 flex-1">
            {subject && (
              <p className="text-base font-semibold break-words">
                <InboxText text={subject} />
              </p>
            )}
            <p className="break-words whitespace-pre-wrap text-muted">
              {body ? <InboxText text={body} /> : !subject && <Nothing>Nothing to show yet</Nothing>}
            </p>
            {buttons.some(Boolean) && (
              <div className="mt-2.5 flex flex-wrap gap-2">
                {buttons.map((button, index) =>
                  button ? (
                    <ActionButton key={index === 0 ? 'primary' : 'secondary'} {...button} primary={index === 0} />
                  ) : null,
                )}
              </div>
            )}
          </div>
          <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
        </div>
      </Stage>
      {isObject(preview.data) && <JsonView value={preview.data} what="data" />}
    </div>
  );
}

interface Action {
  label: string;
  url: string;
}

function ActionButton({ label, url, primary }: Action & { primary: boolean }) {
  return (
    <span
      data-tip={url || 'No link'}
      className={`rounded-md px-2.5 py-1 text-xs font-medium ${primary ? 'bg-accent text-accent-fg' : 'border border-line-strong'}`}
    >
      {label || 'No label'}
    </span>
  );
}

function Addresses({ redirect, avatar }: { redirect: string; avatar: string }) {
  if (!redirect && !avatar) return 'A click opens nothing.';
  return (
    <span className="flex flex-col gap-0.5 break-all">
      {redirect && <span>A click opens {redirect}</span>}
      {avatar && <span>Avatar: {avatar}</span>}
    </span>
  );
}

function actionOf(action: unknown): Action | undefined {
  if (!isObject(action)) return undefined;
  return { label: textOf(action.label), url: isObject(action.redirect) ? textOf(action.redirect.url) : '' };
}
