'use client';

import { CircleHelp } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { type ExplainPlace, explainAddress } from './explain-query.ts';

interface Props extends ExplainPlace {
  className?: string;
  label?: string;
}

/** Leads to the explanation of a subscriber, a run, a step or a message. */
export function ExplainLink({ className, label = 'Explain', ...place }: Props) {
  const { base } = useEnvironment();
  return (
    <Link href={explainAddress(base, place)} className={buttonClass({ size: 'sm', ...(className && { className }) })}>
      <CircleHelp aria-hidden />
      {label}
    </Link>
  );
}
