'use client';

import { RequireTwoStep } from '#components/settings/require-two-step.tsx';
import { SettingsSection } from '#components/settings/settings-page.tsx';
import { ProviderList } from './provider-list.tsx';
import { RequireProvider } from './require-provider.tsx';

/** The sign-in of members: the providers, and the requirements of the organization. */
export function SignInSection() {
  return (
    <SettingsSection
      id="sign-in"
      title="Sign-in"
      intro="The sign-in of members. API keys are not affected. A sign-in provider has its own second step, so two-step sign-in applies to passwords only."
    >
      <div className="space-y-2">
        <ProviderList />
        <div className="divide-y divide-line rounded-lg border border-line bg-surface">
          <RequireProvider />
          <RequireTwoStep />
        </div>
      </div>
    </SettingsSection>
  );
}
