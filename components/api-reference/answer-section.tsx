'use client';

import { useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { CodeText } from '#components/ui/code-text.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import type { ReferenceOperation } from '#lib/api-reference/operations.ts';
import { SchemaFields } from './field-list.tsx';
import { ReferenceSection } from './reference-section.tsx';
import { useReference } from './reference-state.tsx';

/** The responses of an operation: the fields of the success response, and the failures. */
export function AnswerSection({ operation }: { operation: ReferenceOperation }) {
  const { document } = useReference();
  const entries = Object.entries(operation.responses);
  const [success = ['200', {}] as const] = entries.filter(([status]) => status.startsWith('2'));
  const failures = entries.filter(([status]) => !status.startsWith('2'));
  const schema = success[1].content?.['application/json']?.schema;
  const [isOpen, setOpen] = useState(false);
  const described = (document.components.responses ?? {}) as Record<string, { description: string }>;
  return (
    <ReferenceSection title="Responses">
      <div className="py-2">
        <p className="grid grid-cols-[48px_minmax(0,1fr)] items-center">
          <Badge tone="ok" className="mr-auto">
            {success[0]}
          </Badge>
          {schema ? (
            <FoldButton
              open={isOpen}
              onFold={setOpen}
              className="touch-area flex items-center gap-1 mr-auto rounded-sm text-muted hover:text-fg"
            >
              Fields of the response
            </FoldButton>
          ) : (
            <span className="text-muted">Without a body</span>
          )}
        </p>
        {schema && isOpen && <SchemaFields schema={schema} depth={1} />}
      </div>
      <ul className="flex flex-col gap-1">
        {failures.map(([status, { $ref }]) => (
          <li key={status} className="grid grid-cols-[48px_minmax(0,1fr)] items-baseline text-muted">
            <Badge className="mr-auto">{status}</Badge>
            <span className="text-pretty">
              <CodeText codeClass="text-fg">{described[$ref?.split('/').at(-1) ?? '']?.description ?? ''}</CodeText>
            </span>
          </li>
        ))}
      </ul>
    </ReferenceSection>
  );
}
