import Link from 'next/link';
import { useSession } from '#components/layout/session.tsx';

/** Links to the environment with the demo data, if there is one. */
export function DemoHint() {
  const demo = useSession().environments.find(({ isDemo }) => isDemo);
  if (!demo) return null;
  return (
    <p className="text-pretty text-muted">
      To see the dashboard with data first, open{' '}
      <Link href={`/${demo.slug}/activity`} className="text-accent-text underline-offset-2 hover:underline">
        {demo.name}
      </Link>
      : an invented company with a month of history.
    </p>
  );
}
