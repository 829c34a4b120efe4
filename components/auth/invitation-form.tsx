'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { CodeField } from '#components/two-step/code-field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import { roleNames } from '#lib/auth/permissions.ts';
import { AcceptInvitationBody, type InvitationOffer } from '#lib/invitations/schema.ts';
import { memberMutations, memberQueries } from '#lib/members/client.ts';
import { LinkError } from './link-error.tsx';

/** The field of the code appears once the server requires it. */
const schema = AcceptInvitationBody.extend({ code: z.string() });

export function InvitationForm({ token }: { token: string }) {
  const offer = useQuery(memberQueries.invitation(token));
  if (offer.isPending) return <Skeleton className="h-64" />;
  if (offer.isError) return <LinkError error={offer.error} onRetry={() => void offer.refetch()} />;
  return <Acceptance token={token} offer={offer.data} />;
}

function Acceptance({ token, offer }: { token: string; offer: InvitationOffer }) {
  const [needsCode, setNeedsCode] = useState(false);
  const accept = useMutation(memberMutations.acceptInvitation(token));
  const { organization, email, invitedBy, role, hasAccount } = offer;
  return (
    <>
      <div>
        <h1 className="text-xl font-semibold">Join {organization}</h1>
        <p className="mt-1 text-muted">
          {invitedBy ?? 'A member'} invited {email} as {roleNames[role]}.{' '}
          {hasAccount ? 'Enter the password of your account.' : 'Enter your name and choose a password.'}
        </p>
      </div>
      <Form
        schema={schema}
        defaultValues={{ firstName: '', lastName: '', password: '', code: '' }}
        submit="Join organization"
        onSubmit={async ({ code, ...values }) => {
          try {
            await accept.mutateAsync({ ...values, ...(code && { code }) });
          } catch (error) {
            if (error instanceof ApiFailure && error.code === 'two_step_code_required') setNeedsCode(true);
            throw error;
          }
          location.assign('/');
        }}
      >
        <TextField name="firstName" label="First name" autoComplete="given-name" autoFocus />
        <TextField name="lastName" label="Last name" autoComplete="family-name" />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          help={hasAccount ? undefined : '8 characters or more.'}
        />
        {needsCode && <CodeField acceptsRecoveryCode autoFocus />}
      </Form>
    </>
  );
}
