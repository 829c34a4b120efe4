'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Prose } from '#components/ui/prose.tsx';
import { whyNot } from '#lib/auth/permissions.ts';
import { editedAddress } from '#lib/reasons/links.ts';
import type { Fix } from '#lib/reasons/registry.ts';
import { CorrectAddress } from './correct-address.tsx';
import { type Correction, changedText } from './correction.ts';

interface Props {
  fix: Fix;
  /** Further fixes in other places. */
  more?: readonly Fix[] | undefined;
  /** Whether the fix is the main action of its page. */
  primary?: boolean;
  /** Corrects a wrong address on this page. Without it, the link opens the subscriber. */
  correction?: Correction | undefined;
  /** Buttons that act immediately, after the link to the page of the cause. */
  children?: ReactNode;
}

/** The fix: a sentence, the link to the exact field, then the actions. Users without the permission see who has it. */
export function Remedy({ fix, more = [], primary = false, correction, children }: Props) {
  const { role } = useSession().user;
  const { text, permission } = fix;
  const denied = permission && whyNot(role, permission);
  const address = correction?.changedTo && fix.link ? editedAddress(fix.link) : undefined;
  return (
    <>
      <p className="text-pretty">
        <Prose>{correction && address ? changedText(address.field, correction) : text}</Prose>
      </p>
      {denied && <p className="mt-1 text-xs text-pretty text-faint">{denied}</p>}
      <div className="mt-2.5 flex flex-wrap items-center gap-2 empty:hidden">
        <FixLink fix={fix} correction={correction} primary={primary && !denied && !address} />
        {more.map((other) => (
          <FixLink key={other.link} fix={other} correction={correction} />
        ))}
        {children}
      </div>
    </>
  );
}

function FixLink({
  fix: { link, label = 'Open the page' },
  correction,
  primary = false,
}: Pick<Props, 'fix' | 'correction' | 'primary'>) {
  const { base } = useEnvironment();
  if (link === undefined) return null;
  const address = correction && editedAddress(link);
  if (address) return <CorrectAddress {...address} correction={correction} label={label} primary={primary} />;
  return (
    <Link
      href={link.startsWith('/') ? link : `${base}/${link}`}
      className={buttonClass({ size: 'sm', variant: primary ? 'primary' : 'secondary' })}
    >
      <Prose>{label}</Prose>
    </Link>
  );
}
