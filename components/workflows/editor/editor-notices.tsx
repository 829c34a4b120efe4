'use client';

import { CircleX, FileCode, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { requestAddress } from '#lib/request-log/address.ts';
import { controlName } from '#lib/steps/describe.ts';
import { keyPhrase } from '#lib/text/key-label.ts';
import { useEditor } from './editor-context.tsx';
import type { RejectedField } from './rejected-fields.ts';

interface Props {
  onSave: () => void;
  onSettings: () => void;
}

/** Notices about problems to solve before continuing. */
export function EditorNotices({ onSave, onSettings }: Props) {
  const { workflow, restoredAt, keepRestored, discard, failure, forgetFailure } = useEditor();
  return (
    <div className="flex flex-col gap-2 page-x pt-4 empty:hidden lg:pb-4">
      {failure?.kind === 'failed' && (
        <Notice
          tone="bad"
          icon={<CircleX aria-hidden />}
          action={
            <Button size="sm" onClick={onSave}>
              Retry
            </Button>
          }
        >
          Not saved: {failure.message} Your changes are kept here.
          {failure.requestId && (
            <a
              href={requestAddress('/settings', failure.requestId)}
              target="_blank"
              rel="noreferrer"
              className="block text-xs underline"
            >
              Request {failure.requestId}
            </a>
          )}
        </Notice>
      )}
      {failure?.kind === 'rejected' && (
        <Notice
          tone="bad"
          icon={<CircleX aria-hidden />}
          action={
            <Button size="sm" onClick={forgetFailure}>
              Hide
            </Button>
          }
        >
          Not saved, because {failure.fields.length === 1 ? 'a field is' : 'some fields are'} invalid:
          <ul>
            {failure.fields.map((field) => (
              <RejectedFieldLine key={`${field.stepId} ${field.path}`} field={field} onSettings={onSettings} />
            ))}
          </ul>
        </Notice>
      )}
      {restoredAt !== undefined && (
        <Notice
          tone="info"
          icon={<History aria-hidden />}
          action={
            <>
              <Button size="sm" onClick={keepRestored}>
                Keep
              </Button>
              <Button size="sm" onClick={discard}>
                Discard changes
              </Button>
            </>
          }
        >
          Your unsaved changes from <RelativeTime value={new Date(restoredAt).toISOString()} absolute /> were restored.
        </Notice>
      )}
      {workflow.origin === 'external' && (
        <Notice tone="info" icon={<FileCode aria-hidden />}>
          The steps of this workflow are defined in your code. The next sync overwrites changes made here.
        </Notice>
      )}
    </div>
  );
}

interface NoticeProps {
  tone: 'bad' | 'info';
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

function Notice({ tone, icon, action, children }: NoticeProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cn(
        'flex items-start gap-2.5 rounded-lg px-3 py-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
        tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-info-soft text-info',
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 text-pretty">{children}</div>
      {action && <div className="flex shrink-0 gap-2 text-fg">{action}</div>}
    </div>
  );
}

function RejectedFieldLine({ field, onSettings }: { field: RejectedField; onSettings: () => void }) {
  const { definition, place } = useEditor();
  const { stepId, path, message } = field;
  const step = definition.steps.find((one) => one.stepId === stepId);
  return (
    <li>
      <button
        type="button"
        onClick={() => (step ? place.open(step.stepId, path) : onSettings())}
        className="rounded-sm text-left underline"
      >
        {step ? `${step.name} › ${controlName(step.type, path)}` : path.split('.').map(keyPhrase).join(' › ')}
      </button>
      : {message}
    </li>
  );
}
