import { textAt, textOf } from '#lib/providers/credential.ts';
import { pushProvider, required } from '#lib/providers/definition.ts';
import { type Credentials, type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';

export const provider = pushProvider({
  id: 'pushpad',
  displayName: 'Pushpad',
  color: '#2c7be5',
  docsLink: 'https://pushpad.xyz/docs',
  credentials: [required('apiKey', 'Auth Token'), required('applicationId', 'Project ID')],
  ...httpProvider<'push'>({
    auth: (credentials) => ({ headers: { authorization: `Token token="${textOf(credentials, 'apiKey')}"` } }),
    // https://pushpad.xyz/docs/rest_api
    request: ({ token, title, content, data, isPayload }, credentials) => ({
      url: `${project(credentials)}/notifications`,
      headers: { accept: 'application/json' },
      json: {
        notification: {
          ...(title && { title }),
          body: content,
          ...(data && !isPayload && { custom_data: JSON.stringify(data) }),
        },
        // Sends to all browsers of the user.
        uids: [token],
      },
      overridesAt: 'notification',
    }),
    casing: 'snake',
    // Pushpad creates the notification even if no browser is subscribed. `scheduled` is then 0.
    accepted: ({ status, json }) => status >= 200 && status < 300 && textAt(json, 'scheduled') !== '0',
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
    check: {
      request: (credentials) => ({
        method: 'GET',
        url: project(credentials),
        headers: { accept: 'application/json' },
      }),
      words: ({ json }) => `The token may use the project ${textAt(json, 'name') ?? ''}`.trim(),
    },
  }),
});

/**
 * Reads the error from a response: https://pushpad.xyz/docs/rest_api. The project ID is part of the URL, so a 404 means
 * a wrong project ID.
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  if (status < 300) return { kind: 'recipient', words: 'The user is subscribed in no browser', isOwn: true };
  return { words: textAt(json, 'error'), ...(status === 404 && { kind: 'configuration' }) };
}

function project(credentials: Credentials): string {
  return `https://pushpad.xyz/api/v1/projects/${encodeURIComponent(textOf(credentials, 'applicationId'))}`;
}
