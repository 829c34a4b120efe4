'use client';

import { Minus, Pencil, Plus } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import type { WorkflowChange } from '#lib/workflows/client.ts';
import { type ChangeLine, changeLines, type StepNames } from './change-summary.ts';
import { TextDiff } from './text-diff-view.tsx';

interface Props {
  changes: readonly WorkflowChange[];
  names: StepNames;
}

const icons = { added: Plus, removed: Minus, changed: Pencil } as const;
const tones = { added: 'text-ok', removed: 'text-bad', changed: 'text-info' } as const;

/** The summary of each change. Old and new values are below the summary if it does not contain them. */
export function ChangesView({ changes, names }: Props) {
  const lines = changeLines(changes, names);
  if (lines.length === 0) return null;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {lines.map((line) => (
        <Line key={line.summary} line={line} />
      ))}
    </ul>
  );
}

function Line({ line: { summary, kind, values } }: { line: ChangeLine }) {
  const Icon = icons[kind];
  return (
    <li className="px-3 py-2">
      <p className="flex items-start gap-2">
        <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', tones[kind])} />
        <span className="min-w-0 break-words">{summary}</span>
      </p>
      {values && (
        <div className="mt-1.5 pl-6">
          <TextDiff before={textOf(values.before)} after={textOf(values.after)} label={summary} />
        </div>
      )}
    </li>
  );
}

/** Returns a value as text. JSON is indented, so that a change in it is only a few lines. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  if (!/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
