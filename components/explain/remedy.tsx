'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Prose } from '#components/ui/prose.tsx';
import { whyNot } from '#lib/auth/permissions.ts';
import type { Fix } from '#lib/reasons/registry.ts';

interface Props {
  fix: Fix;
  /** Further fixes in other places. */
  more?: readonly Fix[] | undefined;
  /** Whether it is the main action of its page. */
  primary?: boolean;
  /** Buttons that act immediately, after the link to the page of the cause. */
  children?: ReactNode;
}

/** The fix: a sentence, the link to the exact field, then the actions. Users without the permission see who has it. */
export function Remedy({ fix, more = [], primary = false, children }: Props) {
  const { role } = useSession().user;
  const { text, permission } = fix;
  const denied = permission && whyNot(role, permission);
  return (
    <>
      <p className="text-pretty">
        <Prose>{text}</Prose>
      </p>
      {denied && <p className="mt-1 text-xs text-pretty text-faint">{denied}</p>}
      <div className="mt-2.5 flex flex-wrap items-center gap-2 empty:hidden">
        <FixLink fix={fix} primary={primary && !denied} />
        {more.map((other) => (
          <FixLink key={other.link} fix={other} />
        ))}
        {children}
      </div>
    </>
  );
}

function FixLink({ fix: { link, label }, primary = false }: Pick<Props, 'fix' | 'primary'>) {
  const { base } = useEnvironment();
  if (link === undefined) return null;
  return (
    <Link
      href={link.startsWith('/') ? link : `${base}/${link}`}
      className={buttonClass({ size: 'sm', variant: primary ? 'primary' : 'secondary' })}
    >
      <Prose>{label ?? 'Open the page'}</Prose>
    </Link>
  );
}
