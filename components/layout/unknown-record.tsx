'use client';

import { Search, SearchX } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { listText } from '#lib/text/list-text.ts';
import { useEnvironment, useSession } from './session.tsx';
import { useShellActions } from './shell-actions.tsx';

interface Props {
  /** The kind of record: "subscriber". */
  noun: string;
  id: string;
  /** The path within an environment: "/subscribers/user_jane". */
  path: string;
  /** Why the record may be missing. */
  why?: string;
  /** The IDs of other environments that have the record. */
  elsewhere?: readonly string[];
  /** Further links to the record. */
  children?: ReactNode;
}

/** Names the missing record and the environment, and links to where the record may be. */
export function UnknownRecord({ noun, id, path, why, elsewhere = [], children }: Props) {
  const { name } = useEnvironment();
  const { openPalette } = useShellActions();
  const others = useSession().environments.filter(({ _id }) => elsewhere.includes(_id));
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${noun} ${id} in ${name}`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {others.map(({ _id, slug, name }) => (
            <Link key={_id} href={`/${slug}${path}`} className={buttonClass({ variant: 'primary' })}>
              Open in {name}
            </Link>
          ))}
          {children}
          <Button onClick={openPalette}>
            <Search aria-hidden />
            Search
          </Button>
        </div>
      }
    >
      {others.length > 0
        ? `${listText(others.map((other) => other.name))} ${others.length > 1 ? 'have' : 'has'} a ${noun} with this ID.`
        : (why ?? `The ${noun} may have been deleted, or be in another environment.`)}
    </EmptyState>
  );
}
