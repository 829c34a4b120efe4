'use client';

import { valueAt } from '#lib/json/values.ts';
import { ControlCode } from './control-code.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl, useStepForm } from './form-context.ts';
import { PairsField } from './pairs-field.tsx';
import { TemplateLine } from './template-field.tsx';

/** The WhatsApp template: its name and, once a name is entered, its language and parameters. */
export function WhatsappField({ path, label, help, placeholder }: FieldProps) {
  const isFilled = valueAt(useStepForm().values, path) !== undefined;
  return (
    <div className="flex flex-col gap-4">
      <NameField path={path} label={label} help={help} placeholder={placeholder} />
      {isFilled && (
        <div className="flex flex-col gap-4 border-l border-line pl-4">
          <TemplateLine
            path={`${path}.language`}
            label="Language of the template"
            help="The code of one of the template’s languages, such as en or en_US, or a variable such as {{ subscriber.locale }}."
            placeholder="en_US"
          />
          <PairsField
            path={`${path}.parameters`}
            label="Parameters of the template"
            help="For the template “Hi {{1}}, order {{2}} is on its way”: 1 = {{ subscriber.firstName }} and 2 = {{ payload.orderId }}. A template with named variables needs their names."
          />
        </div>
      )}
    </div>
  );
}

/** An empty name removes the template. */
function NameField({ path, label, help, placeholder }: FieldProps) {
  const whole = useControl(path);
  const { set, issues } = useControl(`${path}.template`);
  return (
    <ControlShell path={`${path}.template`} label={label} help={help} issues={[...whole.issues, ...issues]} group>
      {(shell) => (
        <ControlCode
          path={`${path}.template`}
          label={label}
          shell={shell}
          singleLine
          placeholder={placeholder}
          onChange={(name) => (name === '' ? whole.set(undefined) : set(name))}
          focus={whole.focus}
        />
      )}
    </ControlShell>
  );
}
