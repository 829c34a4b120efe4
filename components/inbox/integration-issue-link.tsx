'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { channelLabels, channelOf } from '#lib/steps/labels.ts';
import type { StepTypeName } from '#lib/steps/type-names.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';

interface Props {
  issueType: string;
  /** The type of the step with the issue. */
  type: StepTypeName;
  className: string;
}

/**
 * A link to the place where the user can fix an issue with integrations: *Connect an inbox* if no page has opened the
 * inbox, an integration of the channel with an issue, or else the providers of the channel.
 */
export function IntegrationIssueLink({ issueType, type, className }: Props) {
  const { id, base } = useEnvironment();
  const { data = [], isPending } = useQuery(integrationQueries.list(id));
  const channel = channelOf(type);
  const own = data.filter((each) => each.channel === channel);
  const { label, query } =
    issueType === 'INBOX_NOT_CONNECTED'
      ? toInbox(own)
      : channel
        ? toChannel(channel, own)
        : { label: 'Open Integrations' };
  // Until the integrations are loaded, the link could have the wrong target.
  if (isPending) return <span className="text-muted">{label}</span>;
  return (
    <Link href={`${base}/integrations${query ? `?${new URLSearchParams(query)}` : ''}`} className={className}>
      {label}
    </Link>
  );
}

interface Goal {
  label: string;
  query?: Record<string, string>;
}

type Own = readonly { _id?: string | undefined; name: string; active: boolean; connected?: boolean | undefined }[];

function toInbox(own: Own): Goal {
  const waiting = own.find(({ active, connected }) => active && connected === false);
  return { label: 'Connect an inbox', ...(waiting?._id && { query: { open: waiting._id } }) };
}

/**
 * Returns the link to an integration of the channel, or to its providers. An active integration comes first, because it
 * lacks only the mark as primary.
 */
function toChannel(channel: keyof typeof channelLabels, own: Own): Goal {
  const present = own.find(({ active }) => active) ?? own[0];
  if (present?._id) return { label: `Open ${present.name}`, query: { open: present._id } };
  return { label: `Add ${lowerFirst(channelLabels[channel])}`, query: { add: channel } };
}
