'use client';

import type { ReactNode } from 'react';
import type { JsonObject } from '#lib/api/text.ts';
import { isObject } from '#lib/json.ts';
import type { StepPreviewKind } from '#lib/steps/fields.ts';
import { stepDefinition, type WorkflowStepType } from '#lib/steps/index.ts';
import { ActionLook } from './action-look.tsx';
import { InAppLook } from './in-app-look.tsx';
import { MailLook } from './mail-look.tsx';
import { textOf } from './preview-values.ts';
import { type LookProps, Nothing, Stage } from './stage.tsx';

type Look = (props: LookProps) => ReactNode;

const LOOKS: Record<StepPreviewKind, Look> = {
  mail: MailLook,
  inbox: InAppLook,
  sms: SmsLook,
  chat: ChatLook,
  push: PushLook,
};

/** As its type chooses; a step that sends nothing shows what it would do. */
export function PreviewLook({ type, ...props }: LookProps & { type: WorkflowStepType }) {
  const { preview } = stepDefinition(type);
  if (!preview) return <ActionLook type={type} preview={props.preview} />;
  const Chosen = LOOKS[preview];
  return <Chosen {...props} />;
}

function SmsLook({ preview }: { preview: JsonObject }) {
  const body = textOf(preview.body);
  return (
    <Stage caption={isObject(preview.segments) && segmentWords(preview.segments)}>
      <p className="max-w-72 rounded-xl rounded-bl-sm bg-pressed px-3.5 py-2.5 text-base break-words whitespace-pre-wrap">
        {body || <Nothing>Nothing to show yet</Nothing>}
      </p>
    </Stage>
  );
}

function segmentWords({ count, encoding, characters, remaining }: JsonObject): string {
  const wide = encoding === 'UCS-2' ? ' A character outside the GSM alphabet halves what fits.' : '';
  return `${count} ${count === 1 ? 'segment' : 'segments'} · ${characters} characters (${encoding}), ${remaining} left in the last one.${wide}`;
}

function ChatLook({ preview }: { preview: JsonObject }) {
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

function PushLook({ preview }: { preview: JsonObject }) {
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
