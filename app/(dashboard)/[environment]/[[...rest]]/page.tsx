import { notFound, redirect } from 'next/navigation';

interface Props {
  params: Promise<{ environment: string; rest?: string[] }>;
}

/** Addresses of an environment that no other page has. The environment alone leads to its activity. */
export default async function UnknownPage({ params }: Props) {
  const { environment, rest } = await params;
  if (!rest) redirect(`/${environment}/activity`);
  notFound();
}
