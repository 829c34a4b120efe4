import { useEffect, useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { ComboBox } from '#components/form/combo-box.tsx';
import { FormSwitch, TextField } from '#components/form/form.tsx';
import { ZONES } from '#components/form/zone-options.ts';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { ALERT_KINDS, type AlertKindName, alertKindOf } from '#lib/alerts/kinds/registry.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { type AlertRuleValues, numbersOf } from './alert-rule-form.ts';

interface Props {
  /** The integrations that send messages. */
  integrations: readonly Integration[];
}

interface ConditionProps {
  isNew: boolean;
  /** Called with the kind that the user chooses. */
  onKind: (kind: AlertKindName) => void;
}

/** The condition: its kind, the watched integration, and its numbers. */
export function ConditionFields({ integrations, isNew, onKind }: Props & ConditionProps) {
  const { setValue } = useFormContext<AlertRuleValues>();
  const kind = useWatch<AlertRuleValues, 'kind'>({ name: 'kind' });
  const { label, description, numbers, watchesIntegration } = alertKindOf(kind);
  const choose = (next: AlertKindName) => {
    setValue('kind', next);
    onKind(next);
    for (const [name, value] of Object.entries(numbersOf(next))) setValue(name as keyof AlertRuleValues, value);
  };
  return (
    <>
      <Field label="Condition" help={description}>
        {({ id }) =>
          isNew ? (
            <Select
              id={id}
              value={kind}
              onChange={choose}
              options={ALERT_KINDS.map((each) => ({ value: each.kind, label: each.label }))}
            />
          ) : (
            <span id={id}>{label}</span>
          )
        }
      </Field>
      {watchesIntegration && <IntegrationField name="watched" label="Watched integration" options={integrations} />}
      {Object.keys(numbers).length > 0 && (
        <div className="grid gap-4 sm:grid-cols-3">
          {Object.entries(numbers).map(([name, { label: what, unit, min, max }]) => (
            <TextField key={name} name={name} label={`${what} (${unit})`} type="number" {...{ min, max }} />
          ))}
        </div>
      )}
    </>
  );
}

const ONLY_SANDBOXES =
  'No other integration is outside sandbox mode. Add one under Integrations, for example a chat webhook, and come back.';

const addresses = {
  email: { label: 'Email address', placeholder: 'ops@example.com' },
  sms: { label: 'Phone number', placeholder: '+49…' },
  push: { label: 'Device token', placeholder: '' },
  chat: { label: 'Webhook URL or channel', placeholder: 'https://hooks…' },
  in_app: { label: 'Recipient', placeholder: '' },
} as const;

/** The integration that sends, and the recipient. */
export function RecipientFields({ integrations }: Props) {
  const [kind, watched, senderId] = useWatch<AlertRuleValues, ['kind', 'watched', 'integrationId']>({
    name: ['kind', 'watched', 'integrationId'],
  });
  const isWatched = ({ _id }: Integration) => alertKindOf(kind).watchesIntegration && _id === watched;
  const { channel = 'email' } = integrations.find(({ _id }) => _id === senderId) ?? {};
  const others = integrations.filter((each) => !isWatched(each));
  const help = others.every(({ sandbox }) => sandbox) ? ONLY_SANDBOXES : 'Must differ from the watched integration';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <IntegrationField
        name="integrationId"
        label="Send through"
        options={others}
        {...(alertKindOf(kind).watchesIntegration && { help })}
      />
      <TextField name="to" autoComplete="off" spellCheck={false} {...addresses[channel]} />
    </div>
  );
}

interface IntegrationFieldProps {
  name: 'watched' | 'integrationId';
  label: string;
  options: readonly Integration[];
  help?: string;
}

function IntegrationField({ name, label, options, help }: IntegrationFieldProps) {
  const { field, fieldState } = useController<AlertRuleValues, typeof name>({ name });
  return (
    // The error repeats the help.
    <Field label={label} help={fieldState.error ? undefined : help} error={fieldState.error?.message}>
      {(control) => (
        <Select
          {...control}
          value={field.value}
          placeholder={options.length > 0 ? 'Choose an integration' : 'No other integration'}
          onChange={field.onChange}
          options={options.map(({ _id = '', name: text, sandbox }) => ({
            value: _id,
            label: sandbox ? `${text} (sandbox)` : text,
          }))}
        />
      )}
    </Field>
  );
}

/** The hours in which nothing is sent. */
export function QuietHoursFields() {
  const isQuiet = useWatch<AlertRuleValues, 'isQuiet'>({ name: 'isQuiet' });
  return (
    <>
      <FormSwitch
        name="isQuiet"
        label="Quiet hours"
        help="No alert is sent during these hours. An alert that is still open afterwards is sent at their end."
      />
      {isQuiet && <QuietTimes />}
    </>
  );
}

/** Scrolls into view when the switch shows them, because they appear below the part of the dialog that scrolls. */
function QuietTimes() {
  const { formState } = useFormContext<AlertRuleValues>();
  const place = useRef<HTMLDivElement>(null);
  const wasQuiet = formState.defaultValues?.isQuiet;
  useEffect(() => {
    if (!wasQuiet) place.current?.scrollIntoView({ block: 'nearest' });
  }, [wasQuiet]);
  return (
    <div ref={place} className="grid scroll-mb-20 grid-cols-2 gap-4 sm:grid-cols-3">
      <TextField name="from" label="From" type="time" />
      <TextField name="until" label="Until" type="time" />
      <ZoneField />
    </div>
  );
}

function ZoneField() {
  const { field, fieldState } = useController<AlertRuleValues, 'timezone'>({ name: 'timezone' });
  return (
    <div className="max-sm:col-span-2">
      <Field label="Time zone" error={fieldState.error?.message}>
        {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }) => (
          <ComboBox {...{ id, describedBy, invalid }} {...field} mono={false} options={ZONES} />
        )}
      </Field>
    </div>
  );
}
