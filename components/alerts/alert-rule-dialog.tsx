'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Form, TextField } from '#components/form/form.tsx';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/notify.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { alertMutations } from '#lib/alerts/client.ts';
import type { AlertRule } from '#lib/alerts/schema.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { readerZone } from '#lib/time/reader-zone.ts';
import { ConditionFields, QuietHoursFields, RecipientFields } from './alert-rule-fields.tsx';
import { type AlertRuleValues, alertRuleForm, bodyOf, valuesOf } from './alert-rule-form.ts';
import { senders, usualSender, whyNoRule } from './rule-proposals.ts';

interface Props {
  /** The rule that is edited. Absent for a new rule. */
  rule?: AlertRule;
  /** Values of a new rule that differ from the usual ones. */
  preset?: Partial<AlertRuleValues> | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AlertRuleDialog({ rule, preset, open, onOpenChange }: Props) {
  const environment = useEnvironment();
  const integrations = useQuery(integrationQueries.list(environment.id));
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={rule ? `Edit ${rule.name}` : `New alert rule for ${environment.name}`}
        description="Belfry sends one message when the condition begins to hold, and another when it no longer holds."
      >
        {integrations.data ? (
          <RuleForm rule={rule} preset={preset} integrations={integrations.data} onClose={() => onOpenChange(false)} />
        ) : integrations.error ? (
          <ErrorState
            title="The integrations could not be loaded"
            {...failure(integrations.error)}
            onRetry={() => void integrations.refetch()}
          />
        ) : (
          <Skeleton className="h-96" />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface FormProps {
  rule: AlertRule | undefined;
  preset: Partial<AlertRuleValues> | undefined;
  integrations: readonly Integration[];
  onClose: () => void;
}

function RuleForm({ rule, preset, integrations, onClose }: FormProps) {
  const { id } = useEnvironment();
  const { user } = useSession();
  const create = useMutation(alertMutations.create(id));
  const update = useMutation(alertMutations.update(id));
  const usual = { integrationId: usualSender(integrations)?._id ?? '' };
  const blank = { ...valuesOf(undefined, readerZone(), user.email), ...usual, ...preset };
  const [kind, setKind] = useState(blank.kind);
  const reason = rule ? undefined : whyNoRule(integrations, kind);
  const submit = async (values: AlertRuleValues) => {
    const { active, ...change } = bodyOf(values);
    if (rule) await update.mutateAsync({ ruleId: rule._id, ...change });
    else await create.mutateAsync({ ...change, active });
    notify.done(rule ? `${values.name} saved` : `${values.name} added`);
    onClose();
  };
  return (
    <Form
      schema={alertRuleForm}
      defaultValues={rule ? valuesOf(rule, readerZone(), '') : blank}
      submit={rule ? 'Save rule' : 'Create rule'}
      disabledReason={reason}
      onCancel={onClose}
      onSubmit={submit}
    >
      {reason && (
        <p role="status" className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-pretty text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {reason}.
        </p>
      )}
      <TextField
        name="name"
        label="Name"
        help="The subject of the alert’s messages, for example “Email is failing”."
        autoComplete="off"
      />
      <ConditionFields integrations={senders(integrations)} isNew={!rule} onKind={setKind} />
      <RecipientFields integrations={senders(integrations)} />
      <QuietHoursFields />
    </Form>
  );
}
