'use client';

import { CircleHelp } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { cn } from '#components/ui/cn.ts';
import { type ExplainPlace, explainAddress } from './explain-query.ts';

interface Props extends ExplainPlace {
  className?: string;
  label?: string;
  /** Whether the link is less prominent, for use next to the main content of a page. */
  quiet?: boolean;
}

/** Styles for a page's top bar, in which a phone shows only the icon. */
const inTopBar =
  'in-data-top-bar:max-sm:size-11 in-data-top-bar:max-sm:justify-center in-data-top-bar:max-sm:border-0 in-data-top-bar:max-sm:bg-transparent in-data-top-bar:max-sm:px-0';

/** Links to the explanation of a subscriber, a run, a step or a message. */
export function ExplainLink({ className, label = 'Explain', quiet = false, ...place }: Props) {
  const { base } = useEnvironment();
  return (
    <Link
      href={explainAddress(base, place)}
      className={buttonClass({
        size: 'sm',
        variant: quiet ? 'ghost' : 'secondary',
        className: cn(inTopBar, className),
      })}
    >
      <CircleHelp aria-hidden />
      <span className="in-data-top-bar:max-sm:sr-only">{label}</span>
    </Link>
  );
}
