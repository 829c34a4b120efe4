'use client';

import { useQuery } from '@tanstack/react-query';
import { can } from '#lib/auth/permissions.ts';
import { meQueries } from '#lib/me/client.ts';
import { requestAddress } from '#lib/request-log/address.ts';

/**
 * The request ID of an error, with a link for members who may see the request log. Also works outside the shell, for
 * example in a toast.
 */
export function RequestReference({ id }: { id: string }) {
  const { data: me } = useQuery({ ...meQueries.current(), enabled: false });
  const role = me?.role;
  return (
    <span className="mt-0.5 block text-xs wrap-anywhere text-faint">
      Request{' '}
      {role && can(role, 'request-log:read') ? (
        <a
          href={requestAddress('/settings', id)}
          target="_blank"
          rel="noreferrer"
          className="touch-area font-mono underline"
        >
          {id}
        </a>
      ) : (
        <span className="font-mono select-all">{id}</span>
      )}
    </span>
  );
}
