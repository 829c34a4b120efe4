'use client';

import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { SettingsSection } from '#components/settings/settings-page.tsx';
import { Label } from '#components/ui/label.tsx';
import { notify } from '#components/ui/notify.ts';
import { Switch } from '#components/ui/switch.tsx';
import { recipientPageMutations } from '#lib/recipient-page/client.ts';
import type { RecipientPageSettings } from '#lib/recipient-page/schema.ts';

const EFFECT =
  'Links in the emails’ HTML then go through Belfry, and a tracking pixel shows that an email was opened. Recipients may have to consent first: check the law that applies to them.';

/** Whether email opens and clicks are tracked in the environment. */
export function TrackingSection({ settings }: { settings: RecipientPageSettings }) {
  const id = useId();
  const environment = useEnvironment();
  const denied = useWhyNot('environments:write');
  const update = useMutation(recipientPageMutations.update(environment.id));
  const change = async (tracking: boolean) => {
    const done = await confirm({
      title: tracking ? `Track emails of ${environment.name}?` : `Stop tracking emails of ${environment.name}?`,
      body: tracking
        ? `This applies to workflows whose settings turn tracking on. ${EFFECT}`
        : 'New emails keep their original links and have no tracking pixel. Links in earlier emails still work, and clicks on them are still counted.',
      action: tracking ? 'Track emails' : 'Stop tracking',
      run: () => update.mutateAsync({ tracking }),
    });
    if (done) notify.done(tracking ? 'Emails are tracked' : 'Emails are no longer tracked');
  };
  return (
    <SettingsSection
      id="tracking"
      title="Openings and clicks"
      intro="Tracking is off unless you turn it on. Emails of critical workflows and of workflows with sensitive content are never tracked."
    >
      <div className="rounded-lg border border-line bg-surface px-3 py-2">
        <div className="flex items-center justify-between gap-3">
          <Label htmlFor={id}>Track openings and clicks of emails</Label>
          <Switch
            id={id}
            checked={settings.tracking}
            disabledReason={denied}
            onCheckedChange={(tracking) => void change(tracking)}
            aria-describedby={`${id}-help`}
          />
        </div>
        <p id={`${id}-help`} className="mt-1 max-w-3xl text-xs text-pretty text-faint">
          This applies to workflows whose settings also turn tracking on. {EFFECT}
        </p>
      </div>
    </SettingsSection>
  );
}
