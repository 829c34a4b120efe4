'use client';

import type { ReactNode } from 'react';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import type { StepPreviewKind } from '#lib/steps/fields.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import { counted } from '#lib/text/counted.ts';
import { ActionPreview } from './action-preview.tsx';
import { InAppPreview } from './in-app-preview.tsx';
import { MailPreview } from './mail-preview.tsx';
import { textOf } from './preview-values.ts';
import { Nothing, type PreviewProps, Stage } from './stage.tsx';

type Preview = (props: PreviewProps) => ReactNode;

const PREVIEWS: Record<StepPreviewKind, Preview> = {
  mail: MailPreview,
  inbox: InAppPreview,
  sms: SmsPreview,
  chat: ChatPreview,
  push: PushPreview,
};

/** The preview that the step type chooses. A step without a channel shows its effect. */
export function ChannelPreview({ type, ...props }: PreviewProps & { type: WorkflowStepType }) {
  const { preview } = stepType(type);
  if (!preview) return <ActionPreview type={type} preview={props.preview} />;
  const Chosen = PREVIEWS[preview];
  return <Chosen {...props} />;
}

function SmsPreview({ preview }: { preview: JsonObject }) {
  const body = textOf(preview.body);
  return (
    <Stage caption={isObject(preview.segments) && segmentLabel(preview.segments)}>
      <p className="max-w-72 rounded-xl rounded-bl-sm bg-pressed px-3.5 py-2.5 text-base break-words whitespace-pre-wrap">
        {body || <Nothing>Nothing to show yet</Nothing>}
      </p>
    </Stage>
  );
}

function segmentLabel({ count, encoding, characters, remaining }: JsonObject): string {
  const wide = encoding === 'UCS-2' ? ' A character outside the GSM alphabet halves the length of a segment.' : '';
  return `${counted(Number(count), 'segment')} · ${characters} characters (${encoding}), ${remaining} left in the last one.${wide}`;
}

function ChatPreview({ preview }: { preview: JsonObject }) {
  const body = textOf(preview.body);
  return (
    <Stage>
      <div className="flex w-full max-w-lg gap-2.5">
        <span aria-hidden className="size-8 shrink-0 rounded-md bg-accent-soft" />
        <p className="min-w-0 flex-1 rounded-lg bg-surface px-3.5 py-2.5 text-base break-words whitespace-pre-wrap">
          {body || <Nothing>Nothing to show yet</Nothing>}
        </p>
      </div>
    </Stage>
  );
}

function PushPreview({ preview }: { preview: JsonObject }) {
  return (
    <Stage>
      <div className="w-full max-w-80 rounded-xl bg-raised px-4 py-3 shadow-float">
        <p className="text-base font-semibold break-words">{textOf(preview.subject) || <Nothing>No title</Nothing>}</p>
        <p className="break-words whitespace-pre-wrap text-muted">
          {textOf(preview.body) || <Nothing>No text</Nothing>}
        </p>
      </div>
    </Stage>
  );
}
