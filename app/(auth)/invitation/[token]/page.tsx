import type { Metadata } from 'next';
import { InvitationForm } from '#components/auth/invitation-form.tsx';

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

interface Props {
  params: Promise<{ token: string }>;
}

export default async function InvitationPage({ params }: Props) {
  return <InvitationForm token={(await params).token} />;
}
