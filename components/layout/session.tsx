'use client';

import { createContext, type ReactNode, use } from 'react';
import { type Permission, type Role, whyNot } from '#lib/auth/permissions.ts';
import type { MeEnvironment } from '#lib/me/schema.ts';

export interface SignedInUser {
  id: string;
  name: string;
  email: string;
  role: Role;
}

export interface Session {
  user: SignedInUser;
  environment: MeEnvironment;
  environments: readonly MeEnvironment[];
}

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ value, children }: { value: Session; children: ReactNode }) {
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Returns the signed-in user and the environment. Available on every page inside the shell. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession must be used inside the shell');
  return session;
}

/** Returns the environment of the page, and the start of its URLs. */
export function useEnvironment(): { id: string; name: string; slug: string; base: string } {
  const { environment } = useSession();
  return { id: environment._id, name: environment.name, slug: environment.slug, base: `/${environment.slug}` };
}

/** Returns why the signed-in user lacks a permission. Undefined if they have it. */
export function useWhyNot(permission: Permission): string | undefined {
  return whyNot(useSession().user.role, permission);
}
