'use client';

import { ChevronDown } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useId, useState } from 'react';
import { ExplainLink } from '#components/explain/explain-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { nameOf } from '#lib/subscribers/name.ts';
import type { ChannelHealth, Subscriber } from '#lib/subscribers/schema.ts';
import { languageName, languageTag } from '#lib/text/language.ts';
import { reachOf } from './reachability.ts';

const ReachLine = dynamic(() => import('./reach-line.tsx').then((module) => module.ReachLine));

const DeliveryHealth = dynamic(() => import('./delivery-health.tsx').then((module) => module.DeliveryHealth));

const JsonView = dynamic(() => import('#components/ui/json-view.tsx').then((module) => module.JsonView), {
  ssr: false,
});

interface Props {
  subscriber: Subscriber;
  /** The results of messages by channel. Undefined if reading failed. */
  health: readonly ChannelHealth[] | undefined;
}

/** Names of up to this many characters fit in the top bar of a phone or a desktop, so the facts need not repeat them. */
const [FITS_PHONE, FITS_DESKTOP] = [22, 60];

/**
 * The subscriber's name and addresses. Below 1180 px the other facts are folded, so that the tabs are on the first
 * screen.
 */
export function SubscriberFacts({ subscriber, health }: Props) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const reach = reachOf(subscriber, health);
  const name = nameOf(subscriber);
  const isInBar = name.length <= FITS_DESKTOP;
  return (
    <>
      <div className="grid items-start gap-x-3 gap-y-2 sm:max-lg:grid-cols-[minmax(0,1fr)_auto]">
        <h2
          lang={languageTag(subscriber.locale)}
          dir="auto"
          className={cn(
            'text-left text-xl font-semibold wrap-anywhere',
            name.length <= FITS_PHONE && 'max-sm:hidden',
            isInBar && 'lg:sr-only',
          )}
        >
          {name}
        </h2>
        <div className="flex gap-2 sm:col-start-2 sm:row-start-1 lg:hidden">
          <ExplainLink subscriber={subscriber.subscriberId} className="sm:hidden" />
          <Button size="sm" aria-expanded={open} aria-controls={details} onClick={() => setOpen(!open)}>
            Details
            <ChevronDown aria-hidden className={cn('transition-transform', open && 'rotate-180')} />
          </Button>
        </div>
        {!open && <ReachLine subscriber={subscriber} reach={reach} isUnknown={!health} />}
      </div>
      <div
        id={details}
        className={cn(
          'mt-4 grid gap-x-10 gap-y-6 sm:max-lg:grid-cols-2 sm:max-lg:items-start',
          !open && 'max-lg:hidden',
          isInBar && 'lg:mt-0',
        )}
      >
        <Section title="Delivery">
          <DeliveryHealth subscriber={subscriber} reach={reach} isUnknown={!health} />
        </Section>
        <Section title="Profile">
          <ProfileFacts subscriber={subscriber} />
        </Section>
        <Section title="Custom data">
          <CustomData data={subscriber.data} />
        </Section>
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function ProfileFacts({ subscriber }: { subscriber: Subscriber }) {
  const { subscriberId, locale, timezone } = subscriber;
  return (
    <Facts>
      <Fact label="ID">
        <Copied value={subscriberId} what="subscriber ID" mono whole />
      </Fact>
      <Fact label="Language">
        <Language locale={locale} />
      </Fact>
      <Fact label="Time zone">
        <Truncate value={timezone} />
      </Fact>
      <Fact label="Inbox">
        <Online subscriber={subscriber} />
      </Fact>
      <Fact label="Created">
        <RelativeTime value={subscriber.createdAt} absolute />
      </Fact>
      <Fact label="Updated">
        <RelativeTime value={subscriber.updatedAt} absolute />
      </Fact>
    </Facts>
  );
}

/** The language in words, and its stored code. */
function Language({ locale }: { locale: string | null | undefined }) {
  const name = locale && languageName(locale);
  return (
    <>
      {name && <span>{name}</span>}
      <Truncate value={locale} mono className={cn(name && 'text-faint')} />
    </>
  );
}

function CustomData({ data }: Pick<Subscriber, 'data'>) {
  if (data && Object.keys(data).length > 0) return <JsonView value={data} what="custom data" />;
  return <Missing />;
}

function Online({ subscriber: { isOnline, lastOnlineAt } }: { subscriber: Subscriber }) {
  if (isOnline) return <span className="text-ok">Online now</span>;
  if (!lastOnlineAt) return <span className="text-faint">Never connected</span>;
  return (
    <span>
      Last seen <RelativeTime value={lastOnlineAt} />
    </span>
  );
}
