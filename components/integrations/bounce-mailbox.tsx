'use client';

import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { MailboxState } from '#lib/bounce-mailbox/schema.ts';
import { eventMutations } from '#lib/delivery-events/client.ts';
import { EVENT_KINDS } from '#lib/delivery-events/kinds.ts';
import { integrationMutations } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { MailboxForm } from './mailbox-form.tsx';
import { withoutMailbox } from './mailbox-values.ts';
import { TestResult } from './test-result.tsx';

interface Props {
  integration: Integration;
  mailbox: MailboxState;
}

/** The bounce mailbox of an integration: the latest results, the test and the settings. */
export function BounceMailbox({ integration, mailbox }: Props) {
  const [isEditing, setEditing] = useState(false);
  const denied = useWhyNot('integrations:write');
  if (isEditing) return <MailboxForm integration={integration} onDone={() => setEditing(false)} />;
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      {mailbox.isSet ? (
        <ReadMailbox integration={integration} mailbox={mailbox} onEdit={() => setEditing(true)} />
      ) : (
        <>
          <p className="text-muted">
            Mail servers report bounces and spam complaints to a mailbox, which Belfry can read over IMAP.
          </p>
          <div>
            <Button size="sm" disabledReason={denied} onClick={() => setEditing(true)}>
              Set up a mailbox
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function ReadMailbox({ integration, mailbox, onEdit }: Props & { onEdit: () => void }) {
  const { id } = useEnvironment();
  const denied = useWhyNot('integrations:write');
  const test = useMutation(integrationMutations.testMailbox(id));
  const save = useMutation(eventMutations.configure(id));
  const { _id: integrationId = '', name, configurations } = integration;
  const remove = () =>
    confirm({
      title: `Remove the mailbox of ${name}?`,
      body: 'Belfry stops reading bounces and complaints for this integration. The emails in the mailbox are kept.',
      action: 'Remove mailbox',
      run: () => save.mutateAsync({ integrationId, configurations: withoutMailbox(configurations) }),
    });
  return (
    <>
      <Facts>
        <Fact label="Mailbox">
          {configurations?.mailboxUser} at {configurations?.mailboxHost}
        </Fact>
        <Fact label="Last check">
          <Last at={mailbox.lookedAt} none="None yet: a worker checks every minute" />
        </Fact>
        <Fact label="Last report">
          {mailbox.reportKind && <span>{EVENT_KINDS[mailbox.reportKind].label} </span>}
          <Last at={mailbox.reportAt} none="None yet" />
        </Fact>
        {mailbox.failedAt && (
          <Fact label="Last error">
            <span className="min-w-0 break-words text-bad">{mailbox.failedWords}</span>{' '}
            <RelativeTime value={mailbox.failedAt} focusable />
          </Fact>
        )}
      </Facts>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabledReason={denied} pending={test.isPending} onClick={() => test.mutate(integrationId)}>
          <MailCheck aria-hidden />
          Test mailbox
        </Button>
        <Button size="sm" disabledReason={denied} onClick={onEdit}>
          Change mailbox
        </Button>
        <Button size="sm" disabledReason={denied} onClick={() => void remove()}>
          Remove mailbox
        </Button>
      </div>
      <TestResult result={test.data} failure={test.error} />
    </>
  );
}

function Last({ at, none }: { at: string | undefined; none: string }) {
  return at ? <RelativeTime value={at} focusable /> : <span className="text-faint">{none}</span>;
}
