'use client';

import { useEffect, useMemo, useRef } from 'react';
import type { JsonObject } from '#lib/api/text.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';
import type { UiSchema, UiSchemaProperty } from '#lib/steps/ui-schema.ts';
import { FallbackField } from './fallback-field.tsx';
import { fieldWords, plainWords } from './field-words.ts';
import { type Focus, StepFormContext, type StepFormState, useStepForm } from './form-context.ts';
import { fieldOf } from './registry.tsx';
import { UnknownControls } from './unknown-controls.tsx';
import { humanize, isObject, withValue } from './values.ts';
import { shownPaths } from './visibility.ts';

interface Props {
  step: {
    stepId: string;
    name: string;
    type: WorkflowStepType;
    uiSchema?: UiSchema | undefined;
    dataSchema?: JsonObject | undefined;
    variables: JsonObject;
  };
  values: JsonObject;
  issues: Readonly<Record<string, readonly StepContentIssue[]>>;
  /** A new number in `at` asks again for the same place. */
  focus?: Focus | undefined;
  /** Why nothing can be changed. */
  readOnly?: string | undefined;
  onChange: (values: JsonObject) => void;
}

/** The controls of one step, as its schemas describe them; knows no step type. */
export function StepForm({ step, values, issues, focus, readOnly, onChange }: Props) {
  const form = useRef<HTMLDivElement>(null);
  const latest = useRef(values);
  latest.current = values;
  const { uiSchema, dataSchema = NO_SCHEMA, variables } = step;
  const state = useMemo<StepFormState>(() => {
    const setAll = (next: JsonObject) => {
      latest.current = next;
      onChange(next);
    };
    const set = (path: string, value: unknown) => setAll(withValue(latest.current, path, value));
    return { values, issues, variables, dataSchema, ui: uiSchema?.properties ?? {}, focus, readOnly, set, setAll };
  }, [values, issues, variables, dataSchema, uiSchema, focus, readOnly, onChange]);
  useFocus(form, focus);
  const [conditions, shown] = partition(shownPaths(state), (path) => state.ui[path]?.component === 'QUERY_EDITOR');
  return (
    <StepFormContext value={state}>
      <div ref={form} className="flex min-w-0 flex-col gap-5">
        {shown.map((path) => (
          <ControlField key={path} path={path} />
        ))}
        <PlainControls />
        {conditions.map((path) => (
          <ControlField key={path} path={path} />
        ))}
        <UnknownControls />
      </div>
    </StepFormContext>
  );
}

function partition<T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

function ControlField({ path }: { path: string }) {
  const property = useStepForm().ui[path];
  return property && <Control path={path} property={property} />;
}

function Control({ path, property }: { path: string; property: UiSchemaProperty }) {
  const Field = fieldOf(property.component);
  const words = fieldWords[property.component];
  const placeholder = typeof property.placeholder === 'string' ? property.placeholder : words?.placeholder;
  const nested = Object.entries(property.properties ?? {});
  return (
    <>
      <Field
        path={path}
        label={words?.label ?? humanize(path.split('.').at(-1) ?? path)}
        help={words?.help}
        placeholder={placeholder}
        property={property}
      />
      {nested.map(([key, child]) => (
        <Control key={key} path={`${path}.${key}`} property={child} />
      ))}
    </>
  );
}

/** Controls that the schema knows and the `uiSchema` does not mention. */
function PlainControls() {
  const { dataSchema, ui } = useStepForm();
  const known = isObject(dataSchema.properties) ? Object.keys(dataSchema.properties) : [];
  return known
    .filter((path) => !Object.hasOwn(ui, path))
    .map((path) => (
      <FallbackField
        key={path}
        path={path}
        label={plainWords[path]?.label ?? humanize(path)}
        help={plainWords[path]?.help}
        property={PLAIN}
      />
    ));
}

const PLAIN: UiSchemaProperty = { component: 'TEXT_FULL_LINE' };
const NO_SCHEMA: JsonObject = {};

/** Brings the control into sight and puts the cursor in it; editors of templates take the exact place themselves. */
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
