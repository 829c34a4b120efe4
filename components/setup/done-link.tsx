import Link from 'next/link';

/** A link to the record that completed a step. */
export function DoneLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="max-w-full truncate text-accent-text underline-offset-2 hover:underline">
      {children}
    </Link>
  );
}
