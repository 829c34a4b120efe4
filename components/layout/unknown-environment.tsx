import { Layers2 } from 'lucide-react';
import Link from 'next/link';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { PageFrame } from './page-frame.tsx';

/** The page of an address with an unknown environment, with the bar that opens menu and search. */
export function UnknownEnvironment({ slug, environments }: { slug: string; environments: readonly Environment[] }) {
  return (
    <PageFrame title="Unknown environment">
      <EmptyState
        icon={Layers2}
        title={`There is no environment “${slug}”`}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {environments.map((environment) => (
              <Link key={environment._id} href={`/${environment.slug}/activity`} className={buttonClass()}>
                Go to {environment.name}
              </Link>
            ))}
          </div>
        }
      >
        The environment may have been renamed or deleted, or belong to another organization.
      </EmptyState>
    </PageFrame>
  );
}
