import type { Actor } from '#lib/api/context.ts';
import { apiKeyCan, can, type Permission } from './permissions.ts';

/** Whether the actor has `permission`. The system actor has every permission, a subscriber has none. */
export function may(actor: Actor, permission: Permission): boolean {
  if (actor.type === 'system') return true;
  if (actor.type === 'subscriber') return false;
  return actor.type === 'apiKey' ? apiKeyCan(actor.scope, permission) : can(actor.role, permission);
}
