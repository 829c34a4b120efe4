'use client';

import { useSession } from '#components/layout/session.tsx';
import { SectionLinks } from '#components/settings/section-links.tsx';
import { SessionList } from '#components/settings/session-list.tsx';
import { SettingsPage, SettingsSection } from '#components/settings/settings-page.tsx';
import { roleNames } from '#lib/auth/permissions.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { TwoStepSection } from './two-step-section.tsx';

const sections = [
  { id: 'profile', title: 'Profile' },
  { id: 'password', title: 'Password' },
  { id: 'two-step', title: 'Two-step sign-in' },
  { id: 'sessions', title: 'Sessions' },
  { id: 'appearance', title: 'Appearance' },
];

/** The settings of the signed-in user. */
export function AccountPage() {
  const { user } = useSession();
  return (
    <SettingsPage
      title="Your account"
      intro="Your sign-in, and how the dashboard looks. These settings apply only to you."
    >
      <SectionLinks sections={sections} />
      <SettingsSection
        id="profile"
        title="Profile"
        intro="Your name appears next to your changes and in the audit log."
      >
        <p className="mb-4 text-muted">
          Your role is <span className="font-medium text-fg">{roleNames[user.role]}</span>. Owners and admins change
          roles.
        </p>
        <ProfileForm />
      </SettingsSection>
      <SettingsSection id="password" title="Password" intro="A new password signs you out everywhere else.">
        <PasswordForm />
      </SettingsSection>
      <TwoStepSection />
      <SettingsSection
        id="sessions"
        title="Sessions"
        intro="A session ends at sign-out, after 7 days without use, and at the latest after 30 days. Times of last use are accurate to one hour."
      >
        <SessionList />
      </SettingsSection>
      <AppearanceSection />
    </SettingsPage>
  );
}
