'use client';

import { Badge } from '#components/ui/badge.tsx';
import { Code } from '#components/ui/code.tsx';
import { CodeText } from '#components/ui/code-text.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import type { OpenApiParameter } from '#lib/api/openapi-document.ts';
import { fieldOf } from '#lib/api-reference/fields.ts';
import type { ReferenceOperation } from '#lib/api-reference/operations.ts';
import { withTransactionOf } from '#lib/api-reference/own-workflow.ts';
import { scopeLabels } from '#lib/auth/labels.ts';
import { type ApiKeyScope, type Role, roleNames } from '#lib/auth/permissions.ts';
import { listText } from '#lib/text/list-text.ts';
import { AnswerSection } from './answer-section.tsx';
import { CodePanel } from './code-panel.tsx';
import { FieldList, SchemaFields } from './field-list.tsx';
import { MethodMark } from './method-mark.tsx';
import { NextOperation } from './next-operation.tsx';
import { ReferenceSection } from './reference-section.tsx';
import { useReference, useSample } from './reference-state.tsx';

/** One operation: its input on the left, its examples on the right. */
export function OperationView({ operation }: { operation: ReferenceOperation }) {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const answer = success?.content?.['application/json'];
  const { body: sent } = useSample(operation);
  return (
    <article className="gap-x-8 gap-y-6 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
      <div className="min-w-0">
        <h2 tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
          {summary}
        </h2>
        <Line operation={operation} />
        <Rights operation={operation} />
        {description && (
          <p className="mt-3 max-w-prose text-pretty text-muted">
            <CodeText codeClass="text-fg">{description}</CodeText>
          </p>
        )}
        {operation.callers === 'people' && (
          <p className="mt-3 text-pretty text-muted">
            Only signed-in people can call this operation. An API key cannot; a script needs the token of a session.
          </p>
        )}
        <Parameters title="Path" parameters={parameters.filter(({ in: where }) => where === 'path')} />
        <Parameters title="Query" parameters={parameters.filter(({ in: where }) => where === 'query')} />
        {body && (
          <ReferenceSection title="Body">
            <SchemaFields schema={body.schema} />
          </ReferenceSection>
        )}
        <Parameters title="Headers" parameters={parameters.filter(({ in: where }) => where === 'header')} />
        <AnswerSection operation={operation} />
      </div>
      <aside
        aria-label="Examples"
        className="flex min-w-0 flex-col gap-4 self-start max-xl:mt-6 xl:sticky xl:top-[72px]"
      >
        <CodePanel operation={operation} />
        {answer && (
          <div>
            <h3 className="mb-1.5 flex items-center gap-2 text-xs font-medium text-muted">
              Response <Badge tone="ok">{status}</Badge>
            </h3>
            <JsonView value={withTransactionOf(answer.example, sent)} what="example of the response" depth={3} />
          </div>
        )}
      </aside>
      <NextOperation operation={operation} />
    </article>
  );
}

function Line({ operation: { method, path, callers } }: { operation: ReferenceOperation }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
      <MethodMark method={method} className="rounded-sm bg-sunken px-1.5 py-0.5 text-fg" />
      <Code className="wrap-anywhere text-fg">{path}</Code>
      <CopyButton value={location.origin + path} what="address" />
      {callers === 'people' && <Badge>People only</Badge>}
      {callers === 'anyone' && <Badge>No credentials</Badge>}
    </p>
  );
}

/** The scopes of keys and the roles that may call the operation. */
function Rights({ operation }: { operation: ReferenceOperation }) {
  const { 'x-key-scopes': scopes, 'x-roles': roles } = operation;
  if (!scopes && !roles) return null;
  const names = scopes?.map((scope) => scopeLabels[scope as ApiKeyScope].name.toLowerCase());
  const people = roles?.map((role) => `${roleNames[role as Role].toLowerCase()}s`);
  return (
    <p className="mt-2 text-pretty text-muted">
      {names && `Scope of the key: ${listText(names, 'or')}.`}
      {people && `${names ? ' ' : ''}Members: ${listText(people)}.`}
    </p>
  );
}

function Parameters({ title, parameters }: { title: string; parameters: readonly OpenApiParameter[] }) {
  const { document } = useReference();
  if (parameters.length === 0) return null;
  return (
    <ReferenceSection title={title}>
      <FieldList fields={parameters.map((parameter) => fieldOf(parameter, document.components.schemas ?? {}))} />
    </ReferenceSection>
  );
}
