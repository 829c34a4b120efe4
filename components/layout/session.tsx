'use client';

import { createContext, type ReactNode, use } from 'react';
import { type Permission, type Role, whyNot } from '#lib/auth/permissions.ts';
import type { Environment } from '#lib/environments/schema.ts';

export interface SignedInUser {
  id: string;
  name: string;
  email: string;
  role: Role;
}

export interface Session {
  user: SignedInUser;
  environment: Environment;
  environments: readonly Environment[];
}

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ value, children }: { value: Session; children: ReactNode }) {
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Who is here and in which environment; known on every page inside the shell. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession stands outside of the shell');
  return session;
}

/** The environment of the page, with the beginning of its URLs. */
export function useEnvironment(): { id: string; name: string; slug: string; base: string } {
  const { environment } = useSession();
  return { id: environment._id, name: environment.name, slug: environment.slug, base: `/${environment.slug}` };
}

/** Why the signed-in person may not do it, as a text; undefined when they may. */
export function useWhyNot(permission: Permission): string | undefined {
  return whyNot(useSession().user.role, permission);
}
