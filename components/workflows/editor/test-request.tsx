'use client';

import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { useSample } from '#components/workflows/preview/sample-store.ts';
import { ApiFailure } from '#lib/api/client.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import { useEditor } from './editor-context.tsx';
import type { EditorStep } from './editor-steps.ts';
import { TestedResponse } from './tested-response.tsx';

/**
 * Sends the request of a step, and shows the response. The data of a real run is sent only if the user chose it as sample data,
 * because the server would act on it again.
 */
export function TestRequest({ step }: { step: EditorStep }) {
  const { id } = useEnvironment();
  const { body } = useEditor();
  const denied = useWhyNot('events:trigger');
  const [sample] = useSample(`${id} ${body.workflowId}`);
  const tested = useMutation(workflowMutations.testRequest(id));
  const { data, error } = tested;
  return (
    <section aria-label="Test request" className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-base font-semibold">Test request</h3>
        <Button
          size="sm"
          className="ml-auto"
          disabledReason={denied}
          pending={tested.isPending}
          onClick={() => tested.mutate({ workflow: body, stepId: step.stepId, previewPayload: sample })}
        >
          <Send aria-hidden />
          Send a test request
        </Button>
      </header>
      {!data && !error && (
        <p className="text-xs text-pretty text-faint">
          Calls the server once, as a run would: signed, and with the environment variables. Sends the sample data that
          you chose, otherwise example values.
        </p>
      )}
      {error && !tested.isPending && <Problem message={textOf(error)} />}
      {data?.problem && <Problem message={data.problem.message} fix={data.problem.fix} />}
      {data?.response && <TestedResponse step={step} response={data.response} ms={data.ms} />}
    </section>
  );
}

function textOf(error: Error): string {
  if (!(error instanceof ApiFailure)) return error.message;
  const first = Object.values(error.errors)[0]?.messages[0];
  return first ?? failure(error).message;
}

/** The reason for a missing response, with a fix. */
function Problem({ message, fix }: { message: string; fix?: string | undefined }) {
  return (
    <div role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      <p className="text-pretty break-words">{message}</p>
      {fix && <p className="mt-0.5 text-pretty text-muted">{fix}</p>}
    </div>
  );
}
