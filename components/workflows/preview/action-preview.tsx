'use client';

import type { ReactNode } from 'react';
import { CodeBlock } from '#components/ui/code.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { Missing } from '#components/ui/missing.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { readerZone } from '#lib/time/reader-zone.ts';
import { textOf } from './preview-values.ts';
import { resolvedValues } from './resolved-values.ts';

/** The effect of a step without a channel: the resolved values with their labels, and times as text. */
export function ActionPreview({ type, preview }: { type: WorkflowStepType; preview: JsonObject }) {
  const entries = resolvedValues(type, preview);
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3">
      {entries.length === 0 && <p className="col-span-2 text-faint">Nothing is set yet, so the step has no effect.</p>}
      {entries.map(({ key, label, value, plain }) => (
        <div key={key} className="contents">
          <dt className={`text-xs leading-5 text-muted ${isWide(value) ? 'col-span-2' : ''}`}>{label}</dt>
          <dd className={`min-w-0 break-words ${isWide(value) ? 'col-span-2' : ''}`}>
            {plain ? String(value) : <Value name={key} value={value} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether the value needs a separate line. */
function isWide(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\n') || value.length > 60;
  return typeof value === 'object' && value !== null && !(isObject(value) && typeof value.at === 'string');
}

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  if (isObject(value) && typeof value.at === 'string')
    return timeText(value.at, textOf(value.timezone) || readerZone());
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return timeText(value, readerZone());
  if (value === null || value === '') return <Missing />;
  if (typeof value === 'object') return <JsonView value={value} what={name} />;
  if (typeof value === 'string' && value.includes('\n')) return <CodeBlock>{value}</CodeBlock>;
  return typeof value === 'boolean' ? value ? 'Yes' : 'No' : <span className="font-mono text-xs">{String(value)}</span>;
}

function timeText(iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return `${format.format(new Date(iso))} (${timeZone})`;
}
