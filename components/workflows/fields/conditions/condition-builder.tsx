'use client';

import { useMemo, useRef } from 'react';
import { valuePaths } from '#components/code/schema-path.ts';
import { focusAdded } from '#components/ui/focus-added.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { AddButton, GroupRows } from './group-rows.tsx';
import { type Group, newRule, readCondition, writeCondition } from './model.ts';

interface Props {
  /** The condition as JSON Logic. */
  value: unknown;
  variables: JsonObject;
  readOnly?: string | undefined;
  labelledBy: string;
  describedBy?: string | undefined;
  onChange: (value: unknown) => void;
}

/** Edits a condition as rows in groups. */
export function ConditionBuilder({ value, variables, readOnly, labelledBy, describedBy, onChange }: Props) {
  const condition = useMemo(() => readCondition(value), [value]);
  const fields = useMemo(
    () => valuePaths(variables).map(({ path, type }) => ({ value: path, detail: type })),
    [variables],
  );
  const builder = useRef<HTMLDivElement>(null);
  /** Removing the last rule removes the condition. */
  const write = (next: Group) => onChange(next.rules.length === 0 ? undefined : writeCondition(next));
  const settings = { variables, fields, readOnly };
  const focusOn = (selector: string) => focusAdded(() => builder.current?.querySelector<HTMLElement>(selector));
  return (
    // biome-ignore lint/a11y/useSemanticElements: its label is outside
    <div ref={builder} role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} className="@container">
      {condition.rules.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-dashed border-line-strong/60 px-3 py-2.5">
          <span className="text-muted">Never: the step runs every time.</span>
          <AddButton
            readOnly={readOnly}
            onAdd={() => {
              write({ ...condition, rules: [newRule()] });
              focusOn('[data-rule] input');
            }}
          />
        </div>
      ) : (
        <GroupRows
          {...settings}
          group={condition}
          name=""
          depth={1}
          onChange={write}
          onAdded={(path) => focusOn(`[data-rule="${path}"] input`)}
          onRemoved={() => focusOn('[data-add]')}
        />
      )}
    </div>
  );
}
