'use client';

import { Braces } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { notify } from '#components/ui/notify.ts';
import { inferSchema } from '#components/workflows/fields/payload/infer-schema.ts';
import { withValue } from '#components/workflows/fields/values.ts';
import { isObject, parseJson } from '#lib/json/values.ts';
import { stepType } from '#lib/steps/index.ts';
import { counted } from '#lib/text/counted.ts';
import type { TestedRequest } from '#lib/workflows/test-request-schema.ts';
import { useEditor } from './editor-context.tsx';
import type { EditorStep } from './editor-steps.ts';

interface Props {
  step: EditorStep;
  response: NonNullable<TestedRequest['response']>;
  ms: number;
}

/** The response of a test request. Its shape can become the response schema of the step. */
export function TestedResponse({ step, response: { status, headers, body, isCut }, ms }: Props) {
  const json = isCut ? undefined : parseJson(body);
  const isGood = status >= 200 && status < 300;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p role="status" className="flex items-center gap-2">
        <Badge tone={isGood ? 'ok' : 'bad'}>{status}</Badge>
        <span className="text-muted">in {ms.toLocaleString('en')} ms</span>
      </p>
      <Headers headers={headers} />
      {body === '' ? (
        <p className="text-faint">The response has no body.</p>
      ) : typeof json === 'object' && json !== null ? (
        <JsonView value={json} what="response" />
      ) : (
        <CodeBlock aria-label="Response" className="max-h-96">
          {body}
        </CodeBlock>
      )}
      <UseAsSchema step={step} json={json} isCut={isCut} isGood={isGood} />
    </div>
  );
}

function Headers({ headers }: { headers: Record<string, string> }) {
  const [isOpen, setOpen] = useState(false);
  const entries = Object.entries(headers);
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <FoldButton
        open={isOpen}
        onFold={setOpen}
        className="flex items-center gap-1 rounded-sm py-1 text-xs font-medium text-muted hover:text-fg"
      >
        {counted(entries.length, 'header')}
      </FoldButton>
      {isOpen && (
        <CodeBlock aria-label="Headers" className="w-full">
          {entries.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </CodeBlock>
      )}
    </div>
  );
}

interface SchemaProps {
  step: EditorStep;
  /** The parsed body. Undefined if it is not JSON. */
  json: unknown;
  isCut: boolean;
  isGood: boolean;
}

/** Writes the schema of the response into the step, with undo. */
function UseAsSchema({ step, json, isCut, isGood }: SchemaProps) {
  const { dispatch, readOnly } = useEditor();
  const [path] = stepType(step.type).schemas ?? [];
  if (path === undefined) return null;
  const reason = readOnly ?? whyNot(json, { isCut, isGood });
  const use = () => {
    const controls = withValue(step.controls, path, inferSchema(json));
    dispatch({ type: 'controls', stepId: step.stepId, controls });
    const undo = { label: 'Undo', onClick: () => dispatch({ type: 'undo' }) };
    notify.done('Response schema written', { action: undo });
  };
  return (
    <Button size="sm" className="self-start" disabledReason={reason} onClick={use}>
      <Braces aria-hidden />
      Use this response as the schema
    </Button>
  );
}

/** Returns why the response cannot become a schema. */
function whyNot(json: unknown, { isCut, isGood }: Pick<SchemaProps, 'isCut' | 'isGood'>): string | undefined {
  if (!isGood) return 'The server refused the request';
  if (isCut) return 'The response is too long';
  if (json === undefined) return 'The response is not JSON';
  return isObject(json) ? undefined : 'The response is not a JSON object, so later steps cannot read it';
}
