import { notFound } from 'next/navigation';

/** Addresses of the settings that no other page has. */
export default function UnknownPage(): never {
  notFound();
}
