'use client';

import { useSession } from '#components/layout/session.tsx';
import { SignInSection } from '#components/sign-in-providers/sign-in-section.tsx';
import { ContentSection } from './content-section.tsx';
import { DemoSection } from './demo-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { OrganizationSection } from './organization-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { SectionLinks } from './section-links.tsx';
import { SendersSection } from './senders-section.tsx';
import { SettingsPage } from './settings-page.tsx';

const sections = [
  { id: 'organization', title: 'Organization' },
  { id: 'sign-in', title: 'Sign-in' },
  { id: 'retention', title: 'Retention' },
  { id: 'senders', title: 'Senders' },
  { id: 'content', title: 'Sensitive content' },
  { id: 'limits', title: 'Limits' },
];

/** The settings of the organization, its environments and the installation that are on no other page. */
export function GeneralPage() {
  const hasDemo = useSession().environments.some(({ isDemo }) => isDemo);
  return (
    <SettingsPage
      title="General"
      intro="Settings of the whole organization. They are saved immediately, and every change is in the audit log."
    >
      <SectionLinks sections={hasDemo ? [...sections, { id: 'demo', title: 'Demo' }] : sections} />
      <OrganizationSection />
      <SignInSection />
      <RetentionSection />
      <SendersSection />
      <ContentSection />
      <LimitsSection />
      <DemoSection />
    </SettingsPage>
  );
}
