'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { type JsonObject, valueAt } from '#lib/json/values.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';
import { keyLabel } from '#lib/text/key-label.ts';
import { type Focus, issuesWithin, StepFormContext, type StepFormState, useStepForm } from './form-context.ts';
import { UnknownControls } from './unknown-controls.tsx';
import { isWithin, withValue } from './values.ts';
import { shownPaths } from './visibility.ts';
import { WIDGETS } from './widgets.tsx';

interface Props {
  step: {
    stepId: string;
    name: string;
    type: WorkflowStepType;
    dataSchema?: JsonObject | undefined;
    variables: JsonObject;
  };
  values: JsonObject;
  issues: Readonly<Record<string, readonly StepContentIssue[]>>;
  /** A new number in `at` focuses the same place again. */
  focus?: Focus | undefined;
  /** Why the values cannot be changed. */
  readOnly?: string | undefined;
  onChange: (values: JsonObject) => void;
}

/** The controls of one step, as described by its type and its schemas. */
export function StepForm({ step, values, issues, focus, readOnly, onChange }: Props) {
  const form = useRef<HTMLDivElement>(null);
  const latest = useRef(values);
  latest.current = values;
  const { type, dataSchema = NO_SCHEMA, variables } = step;
  const state = useMemo<StepFormState>(() => {
    const setAll = (next: JsonObject) => {
      latest.current = next;
      onChange(next);
    };
    const set = (path: string, value: unknown) => setAll(withValue(latest.current, path, value));
    const { fields } = stepType(type);
    return { values, issues, variables, dataSchema, fields, focus, readOnly, set, setAll };
  }, [values, issues, variables, dataSchema, type, focus, readOnly, onChange]);
  useFocus(form, focus);
  return (
    <StepFormContext value={state}>
      <div ref={form} className="flex min-w-0 flex-col gap-5">
        <ControlFields paths={shownPaths(state)} />
        <UnknownControls />
      </div>
    </StepFormContext>
  );
}

/** The fields in order. Advanced fields are folded together at the position of the first advanced field. */
function ControlFields({ paths }: { paths: readonly string[] }) {
  const { fields } = useStepForm();
  const advanced = paths.filter((path) => fields[path]?.isAdvanced);
  return paths.map((path) => {
    if (!advanced.includes(path)) return <ControlField key={path} path={path} />;
    return path === advanced[0] && <AdvancedFields key="advanced" paths={advanced} />;
  });
}

/** The advanced fields, folded unless one of them has a value or an issue, or a link opens it. */
function AdvancedFields({ paths }: { paths: readonly string[] }) {
  const { values, issues, focus } = useStepForm();
  const [unfolded, setUnfolded] = useState(() => paths.some((path) => valueAt(values, path) !== undefined));
  const isWanted = paths.some((path) => issuesWithin(issues, path).length > 0 || isWithin(focus?.path ?? '', path));
  const isOpen = unfolded || isWanted;
  return (
    <div className="flex flex-col gap-5">
      <FoldButton
        open={isOpen}
        onFold={setUnfolded}
        className="flex items-center gap-1.5 self-start rounded-sm py-1 font-medium text-muted hover:text-fg"
      >
        Advanced
      </FoldButton>
      {isOpen && (
        <div className="flex flex-col gap-5 border-l border-line pl-4">
          {paths.map((path) => (
            <ControlField key={path} path={path} />
          ))}
        </div>
      )}
    </div>
  );
}

function ControlField({ path }: { path: string }) {
  const field = useStepForm().fields[path];
  if (!field || !('widget' in field)) return null;
  const Widget = WIDGETS[field.widget];
  return <Widget path={path} label={field.label ?? keyLabel(path)} help={field.help} placeholder={field.placeholder} />;
}

const NO_SCHEMA: JsonObject = {};

/** Scrolls to the control and focuses it. Template editors move the cursor to the exact position themselves. */
function useFocus(form: { current: HTMLDivElement | null }, focus: Focus | undefined): void {
  useEffect(() => {
    if (!focus) return;
    const frame = requestAnimationFrame(() => {
      const place = nearest(form.current, focus.path);
      if (!place) return;
      place.scrollIntoView({ block: 'center' });
      const exact = place.getAttribute('data-control') === focus.path;
      if (exact && place.querySelector('[data-code]')) return;
      const control = place.querySelector<HTMLElement>(FOCUSABLE);
      (control ?? place).focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [form, focus]);
}

const FOCUSABLE = 'input, [role=combobox], [role=switch], [role=radio][tabindex="0"], .cm-content, button';

function nearest(form: HTMLElement | null, path: string): HTMLElement | null | undefined {
  const keys = path.split('.');
  for (let length = keys.length; length > 0; length--) {
    const at = keys.slice(0, length).join('.');
    const found = form?.querySelector<HTMLElement>(`[data-control="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return form;
}
