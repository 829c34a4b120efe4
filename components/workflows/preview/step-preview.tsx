'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleAlert, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useDebounced } from '#components/ui/use-debounced.ts';
import { withQuotes } from '#components/workflows/issue-parts.ts';
import { controlName } from '#lib/steps/describe.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { capitalized } from '#lib/text/key-label.ts';
import { momentText } from '#lib/time/time.ts';
import {
  type PreviewPayload,
  type StepPreviewResult,
  type WorkflowWriteBody,
  workflowQueries,
} from '#lib/workflows/client.ts';
import { ChannelPreview } from './channel-preview.tsx';
import { SampleData } from './sample-data.tsx';
import { usePreviewData } from './use-preview-data.ts';

interface Props {
  /** The draft as the body of a save. */
  workflow: WorkflowWriteBody;
  stepId: string;
  type: WorkflowStepType;
  /** The stored workflow, whose newest run has the payload. */
  stored: { _id: string; workflowId: string };
}

const REST_MS = 350;

/**
 * The rendered step during editing. It follows every change after a short delay, with the payload of the newest run,
 * sample data or a real subscriber.
 */
export function StepPreview({ workflow, stepId, type, stored }: Props) {
  const { id } = useEnvironment();
  const { sample, setSample, newest, data, isLoading } = usePreviewData(stored);
  const [open, setOpen] = useState(false);
  const body = useDebounced({ workflow, stepId, previewPayload: data }, REST_MS);
  const preview = useQuery({ ...workflowQueries.preview(id, body), enabled: !isLoading });
  const shown = preview.data?.result.type === type ? preview.data : undefined;
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <header className="flex min-h-8 items-center gap-2">
        <h3 className="text-base font-semibold">Preview</h3>
        {sample && <Badge tone="accent">{personOf(sample) ?? 'Your sample data'}</Badge>}
        {newest && <Truncate value={payloadText(newest.at, shown, readsSteps(body))} className="text-xs text-faint" />}
        {preview.isFetching && <LoaderCircle aria-label="Rendering" className="size-3.5 animate-spin text-faint" />}
        <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)} className="ml-auto">
          {open ? 'Hide sample data' : 'Sample data'}
        </Button>
      </header>
      {open && (
        <SampleData
          example={shown?.previewPayloadExample}
          sample={sample}
          newest={newest}
          workflowId={stored._id}
          onChange={setSample}
        />
      )}
      {shown ? (
        <Shown preview={shown} type={type} stale={preview.isPlaceholderData} />
      ) : preview.error ? (
        <ErrorState
          title="The preview could not be created"
          {...failure(preview.error)}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Skeleton className="h-56 rounded-lg" />
      )}
      {shown && preview.error && <Notice title="This preview is out of date" message={preview.error.message} />}
    </section>
  );
}

/** Whether the step reads results of earlier steps, which are samples, because the API returns no results of a run’s steps. */
function readsSteps({ workflow, stepId }: { workflow: WorkflowWriteBody; stepId: string }): boolean {
  const step = workflow.steps.find((one) => one.stepId === stepId);
  return /\bsteps\./.test(JSON.stringify(step?.controlValues ?? {}));
}

/** Returns what the preview is made of. The subscriber is not the recipient of the run, so the text names both. */
function payloadText(at: string, shown: StepPreviewResult | undefined, hasSamples: boolean): string {
  const { firstName, lastName } = shown?.previewPayloadExample.subscriber ?? {};
  const name = [firstName, lastName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return `Payload from the run on ${momentText(at)}${hasSamples ? ', samples of earlier steps' : ''}${name ? `, shown for ${name}` : ''}`;
}

interface ShownProps {
  preview: StepPreviewResult;
  type: WorkflowStepType;
  stale: boolean;
}

function Shown({ preview: { result, previewPayloadExample }, type, stale }: ShownProps) {
  const { control } = result.error ?? {};
  const named = (text: string) =>
    control?.includes('.') ? text.replaceAll(control, controlName(type, control)) : text;
  return (
    <>
      {result.error && (
        <Notice
          title={capitalized(named(result.error.title))}
          message={withQuotes(named(result.error.message))}
          {...(result.error.hint && { hint: result.error.hint })}
        />
      )}
      <div aria-busy={stale} className={stale ? 'opacity-70 transition-opacity' : 'transition-opacity'}>
        <ChannelPreview type={result.type} preview={result.preview} subscriber={previewPayloadExample.subscriber} />
      </div>
    </>
  );
}

function Notice({ title, message, hint }: { title: string; message: string; hint?: string }) {
  return (
    <div role="status" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-pretty break-words">{message}</p>
        {hint && <p className="mt-0.5 text-pretty text-muted">{hint}</p>}
      </div>
    </div>
  );
}

/** Returns the ID of a chosen subscriber whose values were not edited. */
function personOf({ subscriber = {} }: PreviewPayload): string | undefined {
  const { subscriberId, ...changed } = subscriber;
  return typeof subscriberId === 'string' && Object.keys(changed).length === 0 ? subscriberId : undefined;
}
