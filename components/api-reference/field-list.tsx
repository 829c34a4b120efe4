'use client';

import { useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Code } from '#components/ui/code.tsx';
import { CodeText } from '#components/ui/code-text.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import type { JsonSchema } from '#lib/api/openapi-document.ts';
import { fieldSetsOf, type ReferenceField } from '#lib/api-reference/fields.ts';
import { counted } from '#lib/text/counted.ts';
import { useReference } from './reference-state.tsx';

/** Up to this many fields of an inner object are shown without a click. */
const FEW = 6;

/** The fields of a body or response. Fields of inner objects open in place. */
export function SchemaFields({ schema, depth = 0 }: { schema: JsonSchema; depth?: number }) {
  const { document } = useReference();
  const sets = fieldSetsOf(schema, document.components.schemas ?? {});
  return sets.map(({ label, fields }) => (
    <div key={label ?? ''} className="mt-1">
      {label && <p className="pt-1 text-xs font-medium text-faint">As {label}</p>}
      <FieldList fields={fields} depth={depth} />
    </div>
  ));
}

export function FieldList({ fields, depth = 0 }: { fields: readonly ReferenceField[]; depth?: number }) {
  return (
    <ul className="divide-y divide-line">
      {fields.map((field) => (
        <Field key={field.name} field={field} depth={depth} />
      ))}
    </ul>
  );
}

function Field({ field, depth }: { field: ReferenceField; depth: number }) {
  const { name, type, required, description, limits, values } = field;
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Code className="text-sm font-medium text-fg">{name}</Code>
        <span className="text-xs text-muted">{type}</span>
        {required && <Badge>required</Badge>}
        {limits.map((limit) => (
          <span key={limit} className="text-xs text-faint">
            {limit}
          </span>
        ))}
      </p>
      {description && (
        <p className="mt-0.5 max-w-prose text-pretty text-muted">
          <CodeText codeClass="text-fg">{description}</CodeText>
        </p>
      )}
      {values.length > 0 && <Values values={values} />}
      <Inner field={field} depth={depth} />
    </li>
  );
}

/** The number of values of a long enumeration that are shown without a click. */
const SHOWN_VALUES = 12;

function Values({ values }: { values: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? values : values.slice(0, SHOWN_VALUES);
  return (
    <p className="mt-1 flex flex-wrap gap-1">
      {shown.map((value) => (
        <Code key={value} className="rounded-sm bg-sunken px-1 py-0.5 text-muted">
          {value}
        </Code>
      ))}
      {shown.length < values.length && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="touch-area rounded-sm px-1 text-xs text-accent-text hover:underline"
        >
          {values.length - shown.length} more
        </button>
      )}
    </p>
  );
}

function Inner({ field: { name, schema }, depth }: { field: ReferenceField; depth: number }) {
  const { document } = useReference();
  const sets = fieldSetsOf(schema, document.components.schemas ?? {});
  const count = sets.reduce((sum, { fields }) => sum + fields.length, 0);
  const [isOpen, setOpen] = useState(depth === 0 && count <= FEW);
  if (count === 0) return null;
  return (
    <>
      <FoldButton
        open={isOpen}
        onFold={setOpen}
        className="touch-area mt-1 flex items-center gap-1 rounded-sm text-xs text-muted hover:text-fg"
      >
        {counted(count, 'field')}
        <span className="sr-only"> of {name}</span>
      </FoldButton>
      {isOpen && (
        <div className="mt-1 border-l border-line pl-3">
          <SchemaFields schema={schema} depth={depth + 1} />
        </div>
      )}
    </>
  );
}
