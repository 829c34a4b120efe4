'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Form, TextField } from '#components/form/form.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { roleNames } from '#lib/auth/permissions.ts';
import { AcceptInvitationBody, type InvitationOffer } from '#lib/invitations/schema.ts';
import { memberMutations, memberQueries } from '#lib/members/client.ts';

export function InvitationForm({ token }: { token: string }) {
  const offer = useQuery(memberQueries.invitation(token));
  if (offer.isPending) return <Skeleton className="h-64" />;
  if (offer.isError) return <ErrorState title="This link does not open" message={offer.error.message} />;
  return <Acceptance token={token} offer={offer.data} />;
}

function Acceptance({ token, offer }: { token: string; offer: InvitationOffer }) {
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
        schema={AcceptInvitationBody}
        defaultValues={{ firstName: '', lastName: '', password: '' }}
        submit="Join organization"
        onSubmit={async (values) => {
          await accept.mutateAsync(values);
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
      </Form>
    </>
  );
}
