import { route } from '#lib/api/route.ts';
import { cookieReply } from '#lib/auth/cookie-reply.ts';
import { refreshedCookies } from '#lib/auth/sessions.ts';
import { Me } from '#lib/me/schema.ts';
import { getMe } from '#lib/me/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: {
    operationId: 'getMe',
    tag: 'Me',
    summary: 'Who is calling, where, and what they may do',
    description: 'A session in use is prolonged here once a day.',
    permission: 'authenticated',
    response: Me,
    handle: async ({ ctx, request }) => {
      const [body, cookies] = await Promise.all([getMe(ctx), refreshedCookies(ctx, request)]);
      return cookies.length > 0 ? cookieReply({ body, cookies }) : body;
    },
  },
});
