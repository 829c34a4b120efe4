import type { Metadata } from 'next';
import { PasswordResetForm } from '#components/auth/password-reset-form.tsx';

export const metadata: Metadata = { title: 'New password', referrer: 'no-referrer' };

interface Props {
  params: Promise<{ token: string }>;
}

export default async function PasswordResetPage({ params }: Props) {
  return <PasswordResetForm token={(await params).token} />;
}
