'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Code } from '#components/ui/code.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { PreferenceLayerName } from '#lib/preferences/effective.ts';
import { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import { EVIDENCE_FIELDS, type EvidenceFormat } from '#lib/reasons/evidence.ts';
import { isMasked } from '#lib/steps/mask-address.ts';
import { shortText } from '#lib/text/short-text.ts';
import { clockTime, durationText } from '#lib/time/time.ts';

interface Props {
  field: string;
  value: unknown;
  /** The time of the decision. ISO 8601. */
  at?: string | undefined;
}

/** A value of a reason's evidence in the format of its field, with codes in words. */
export function EvidenceValue({ field, value, at }: Props): ReactNode {
  const { base } = useEnvironment();
  if (field === 'missing') return <>{at === undefined ? 'None' : `None when read at ${clockTime(at)}`}</>;
  if (ADDRESSES.has(field) && !isMasked(String(value))) return <Copied value={String(value)} what="address" whole />;
  if (field === 'providerMessageId') return <Copied value={String(value)} what="provider’s ID" mono />;
  if (field === 'notification') {
    return (
      <Link href={`${base}/activity?run=${String(value)}`} className="rounded-sm text-accent-text hover:underline">
        <Code>{String(value)}</Code>
      </Link>
    );
  }
  if (QUOTED.has(field))
    return <Code className="max-h-24 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{String(value)}</Code>;
  return shown(formatOf(field), field, value);
}

const ADDRESSES: ReadonlySet<string> = new Set(['address', 'addressUsed', 'addressNow']);

/** Fields whose text is shown as code: requests and responses. */
const QUOTED: ReadonlySet<string> = new Set(['request', 'response']);

/** Returns the format of a field. Evidence that Explain itself adds has no format in the registry. */
function formatOf(field: string): EvidenceFormat {
  if (field === 'dueSince') return 'time';
  return Object.hasOwn(EVIDENCE_FIELDS, field) ? EVIDENCE_FIELDS[field as keyof typeof EVIDENCE_FIELDS].format : 'text';
}

function shown(format: EvidenceFormat, field: string, value: unknown): ReactNode {
  switch (format) {
    case 'time':
      return <RelativeTime value={String(value)} absolute />;
    case 'duration':
      return durationText(Number(value));
    case 'list':
      return <span className="min-w-0 break-words">{listText(value)}</span>;
    case 'json':
      return <Compact value={value} />;
    case 'number':
    case 'text':
      return <span className="min-w-0 break-words">{WORDS[field]?.[String(value)] ?? String(value)}</span>;
  }
}

function listText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? 'none' : value.join(', ');
}

const MAX_CHARACTERS = 400;

/** A value in one line: an object of plain values as `name = value`, any other value as JSON. */
function Compact({ value }: { value: unknown }) {
  const text = isFlat(value)
    ? Object.entries(value)
        .map(([name, part]) => `${name} = ${JSON.stringify(part)}`)
        .join('\n')
    : JSON.stringify(value);
  return <Code className="max-h-24 overflow-y-auto whitespace-pre-wrap">{shortText(text, MAX_CHARACTERS)}</Code>;
}

function isFlat(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((part) => typeof part !== 'object' || part === null);
}

/** The meaning of codes in evidence. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
  channel: CHANNEL_NAMES,
  answeredBy: { sandbox: 'The sandbox, instead of the provider' },
  acceptance: { unknown: 'Unknown, because the response was lost' },
  layer: {
    subscriber_workflow: 'The subscriber’s choice for this workflow',
    subscriber_global: 'The subscriber’s choice for all workflows',
    workflow_user: 'The workflow’s settings on the dashboard',
    workflow_default: 'The workflow’s default',
    none: 'No preference is set: channels are on by default',
  } satisfies Record<PreferenceLayerName, string>,
};
