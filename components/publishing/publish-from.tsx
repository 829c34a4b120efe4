import { Rocket } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { publishAddress } from './publish-address.ts';

/** A link to the page that publishes the workflows of another environment to this environment. */
export function PublishFrom({ source: { slug, name } }: { source: Pick<Environment, 'slug' | 'name'> }) {
  const here = useEnvironment();
  const denied = useWhyNot('workflows:write');
  const label = (
    <>
      <Rocket aria-hidden />
      Publish from {name}
    </>
  );
  if (denied) return <Button disabledReason={denied}>{label}</Button>;
  return (
    <Link href={publishAddress(`/${slug}`, { target: here.slug })} className={buttonClass()}>
      {label}
    </Link>
  );
}
