'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { memberQueries } from '#lib/members/client.ts';
import type { WorkflowUser } from '#lib/workflows/schema.ts';

/** The author of a change. */
export interface ShownActor {
  /** Absent if unknown. `label` may then be an email address of a member. */
  type?: 'user' | 'apiKey' | 'system';
  /** The email address, or the name of the key or job. */
  label: string;
  /** The name of a user. */
  name?: string | undefined;
  /** The ID of a user. */
  _id?: string | undefined;
}

interface Props {
  actor: ShownActor;
  /** Whether to omit the address for screen readers, for use within a sentence. */
  brief?: boolean;
  className?: string;
}

/** A person by name, with the address on hover and for screen readers, an API key with its mark, or Belfry. */
export function ActorName({ actor, brief, className }: Props) {
  const name = useActorName(actor);
  if (actor.type === 'apiKey') {
    return (
      <span data-tip="API key" className={cn('inline-flex max-w-full items-center gap-1 align-bottom', className)}>
        <KeyRound aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">API key </span>
        <span className="truncate">{actor.label}</span>
      </span>
    );
  }
  if (name === actor.label || actor.type === 'system') return <span className={className}>{name}</span>;
  return (
    <span data-tip={actor.label} className={className}>
      {name}
      {!brief && <span className="sr-only"> ({actor.label})</span>}
    </span>
  );
}

/** Returns the name of an actor for a sentence: for a person who is no longer known, the label. */
export function useActorName({ type, label, name, _id }: ShownActor): string {
  const isMember = type !== 'apiKey' && type !== 'system' && name === undefined && (_id ?? label.includes('@'));
  const { data } = useQuery({ ...memberQueries.list(), enabled: Boolean(isMember) });
  if (type === 'system') return 'Belfry';
  return name ?? data?.find(({ email, _userId }) => email === label || _userId === _id)?.name ?? label;
}

/** Returns the user of a workflow or layout as an actor. */
export function userActor(user: WorkflowUser | null | undefined): ShownActor {
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return { label: '', name: name || undefined, _id: user?._id };
}
