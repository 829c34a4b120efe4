'use client';

import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { useSubscriberSearch } from './use-subscriber-search.ts';

const SHOWN = 3;

interface Props {
  text: string;
  /** What the links show: "Runs". */
  what: string;
  hrefOf: (subscriberId: string) => string;
}

/**
 * Links to the list's rows of subscribers whose name or address equals the searched text. The list's own search does
 * not read names and addresses.
 */
export function SubscriberMatches({ text, what, hrefOf }: Props) {
  const { subscribers } = useSubscriberSearch(useEnvironment().id, text, { limit: SHOWN });
  return subscribers.map((subscriber) => {
    const { subscriberId, email, phone } = subscriber;
    const name = nameOf(subscriber);
    const address = [email, phone, subscriberId].find((each) => each && each !== name);
    return (
      <Link key={subscriberId} href={hrefOf(subscriberId)} className={buttonClass({ className: 'max-w-full' })}>
        <span className="truncate">
          {what} of {name}
          {address && <span className="text-faint"> · {address}</span>}
        </span>
      </Link>
    );
  });
}
