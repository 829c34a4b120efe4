'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { issuesWithin, useControl, useStepForm } from './form-context.ts';
import { RedirectFields } from './redirect-fields.tsx';
import { TemplateLine } from './template-field.tsx';
import { isWithin } from './values.ts';

/** A button of an in-app notification: its label and its link. */
export function ActionField({ path, label, help }: FieldProps) {
  const { value, set, issues, readOnly } = useControl(path);
  const form = useStepForm();
  const [added, setAdded] = useState(false);
  const focused = form.focus !== undefined && isWithin(form.focus.path, path);
  const open = added || focused || value !== undefined || issuesWithin(form.issues, path).length > 0;
  const remove = () => {
    set(undefined);
    setAdded(false);
  };
  if (!open) {
    return (
      <div data-control={path} tabIndex={-1} className="flex items-center justify-between gap-3 outline-none">
        <span className="text-xs font-medium">{label}</span>
        <Button size="sm" disabledReason={readOnly} onClick={() => setAdded(true)}>
          <Plus aria-hidden />
          Add {label.toLowerCase()}
        </Button>
      </div>
    );
  }
  return (
    <fieldset className="rounded-lg border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <ControlShell
        path={path}
        label={label}
        help={help}
        issues={issues}
        group
        aside={
          <Button size="sm" variant="ghost" disabledReason={readOnly} onClick={remove}>
            <Trash2 aria-hidden />
            Remove<span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        }
      >
        {() => (
          <div className="flex flex-col gap-4">
            <TemplateLine path={`${path}.label`} label="Label" placeholder="View the order" />
            <RedirectFields path={`${path}.redirect`} label="Link" />
          </div>
        )}
      </ControlShell>
    </fieldset>
  );
}
