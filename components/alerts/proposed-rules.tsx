import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { alertMutations } from '#lib/alerts/client.ts';
import { alertKindOf } from '#lib/alerts/kinds/registry.ts';
import type { AlertRule } from '#lib/alerts/schema.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { AlertRuleDialog } from './alert-rule-dialog.tsx';
import { type ProposedRule, presetOf, proposedRules } from './rule-proposals.ts';

/** Proposes a rule for each kind that no rule watches yet. One click adds the rule. */
export function ProposedRules({ rules }: { rules: readonly AlertRule[] }) {
  const { id } = useEnvironment();
  const { user } = useSession();
  const integrations = useQuery(integrationQueries.list(id));
  const watched = rules.map(({ condition }) => condition.kind);
  const proposed = proposedRules(integrations.data ?? [], user.email, watched);
  const [first] = proposed;
  if (!first) return null;
  const shared = proposed.every(({ reason }) => reason === first.reason) ? first.reason : undefined;
  return (
    <section aria-labelledby="proposed-rules" className="list-x pt-6">
      <h2 id="proposed-rules" className="text-base font-semibold">
        Not watched yet
      </h2>
      <p className="mb-3 text-pretty text-muted">
        {shared && !integrations.isPending ? (
          <>
            These rules cannot be added yet: {lowerFirst(shared)}. <AddIntegration />
          </>
        ) : (
          `These rules send an email to ${user.email}. You can edit them afterwards.`
        )}
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {proposed.map((rule) =>
          integrations.isPending ? (
            <li key={rule.kind} className="px-3 py-2.5">
              <Skeleton className="h-9.5" />
            </li>
          ) : (
            <Proposal
              key={rule.kind}
              rule={rule}
              integrations={integrations.data ?? []}
              isReasonShown={shared === undefined}
            />
          ),
        )}
      </ul>
    </section>
  );
}

function AddIntegration() {
  const { base } = useEnvironment();
  return (
    <Link href={`${base}/integrations?add=all`} className="rounded-sm text-accent-text underline underline-offset-2">
      Add an integration
    </Link>
  );
}

interface ProposalProps {
  rule: ProposedRule;
  integrations: readonly Integration[];
  /** Whether the row shows why the rule cannot work, because the section does not. */
  isReasonShown: boolean;
}

function Proposal({ rule, integrations, isReasonShown }: ProposalProps) {
  const { kind, phrase, body, reason, watched } = rule;
  const { id } = useEnvironment();
  const [isOpen, setOpen] = useState(false);
  const create = useMutation({
    ...alertMutations.create(id),
    onSuccess: ({ name }) => notify.done(`${name} added`),
    onError: (error) => notifyFailure(error, 'The rule was not added'),
  });
  const { label } = alertKindOf(kind);
  const add = () => body && create.mutate(body);
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{label}</p>
        <p className="text-pretty text-muted">{phrase}</p>
        {reason && isReasonShown && (
          <p className="text-xs text-pretty text-faint">
            {reason}. <AddIntegration />
          </p>
        )}
      </div>
      {watched === undefined ? (
        <Button aria-label={`Add rule: ${label}`} disabledReason={reason} pending={create.isPending} onClick={add}>
          Add
        </Button>
      ) : (
        <Button aria-label={`Set up rule: ${label}`} onClick={() => setOpen(true)}>
          Set up…
        </Button>
      )}
      {isOpen && <AlertRuleDialog open preset={presetOf(rule, integrations)} onOpenChange={setOpen} />}
    </li>
  );
}
