import { textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import {
  type Auth,
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { oauthAccess } from '#lib/providers/http/oauth.ts';
import { senderOf } from '#lib/providers/mailbox.ts';
import type { EmailAttachment, EmailMessage, Mailbox } from '#lib/providers/message.ts';
import { ProviderError, type SendTools } from '#lib/providers/send.ts';

export const provider = emailProvider({
  id: 'outlook365',
  displayName: 'Microsoft Outlook365',
  color: '#0078d4',
  availabilityNote: 'Belfry sends through Microsoft Graph, because Microsoft is ending sign-in with passwords.',
  docsLink: 'https://learn.microsoft.com/en-us/graph/api/user-sendmail',
  credentials: [
    optional('tenantId', 'Directory (tenant) ID', { together: 'application' }),
    optional('clientId', 'Application (client) ID', { together: 'application' }),
    required('password', 'Client secret'),
    ...EMAIL_SENDER,
  ],
  ...httpProvider<'email'>({
    auth: accessToken,
    request,
    // The response to an accepted message is empty.
    messageId: () => undefined,
    idIsOptional: true,
    refusal,
  }),
  check: async (tools) => {
    await accessToken(tools.credentials, tools);
    return {
      words: 'Microsoft accepts the application. Send a test message to check that the application may send.',
      exchange: { request: '' },
    };
  },
});

/**
 * Requests an access token:
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow#get-a-token
 */
async function accessToken(credentials: Credentials, tools: SendTools): Promise<Auth> {
  const keys = ['tenantId', 'clientId', 'password'] as const;
  const [tenant = '', client_id = '', client_secret = ''] = keys.map((key) => textOf(credentials, key));
  if (!tenant || !client_id) {
    const words =
      'Passwords for SMTP are not supported: enter the tenant ID, client ID and client secret of an application';
    throw new ProviderError('configuration', { words, exchange: { request: '' }, isOwn: true });
  }
  const scope = 'https://graph.microsoft.com/.default';
  return oauthAccess([tenant, client_id, client_secret], tools, () => ({
    request: {
      url: `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
      form: { client_id, client_secret, scope, grant_type: 'client_credentials' },
      secrets: [client_secret],
    },
  }));
}

/**
 * Returns the request that sends a message: https://learn.microsoft.com/en-us/graph/api/user-sendmail. An email has
 * only one body: the HTML if there is one, otherwise the text.
 */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers = {}, attachments } = message;
  const from = senderOf(message, credentials);
  const { kept, leftOut } = customHeaders(headers);
  return {
    url: `https://graph.microsoft.com/v1.0/users/${encodeURIComponent(from.email)}/sendMail`,
    json: {
      message: {
        subject,
        body: html ? { contentType: 'HTML', content: html } : { contentType: 'Text', content: text },
        from: recipient(from),
        toRecipients: [recipient(to)],
        ...(cc && { ccRecipients: cc.map(recipient) }),
        ...(bcc && { bccRecipients: bcc.map(recipient) }),
        ...(replyTo && { replyTo: [recipient(replyTo)] }),
        internetMessageHeaders: [...kept, { name: 'x-message-id', value: id }],
        ...(attachments?.length && { attachments: attachments.map(attachment) }),
      },
      saveToSentItems: false,
    },
    overridesAt: 'message',
    leftOut,
  };
}

function recipient({ email, name }: Mailbox) {
  return { emailAddress: { address: email, ...(name && { name }) } };
}

/** Graph accepts at most five headers, one of which has the message’s ID. */
const MAX_HEADERS = 4;

/**
 * Returns the custom headers. Only names that begin with `x-` are accepted:
 * https://learn.microsoft.com/en-us/graph/api/resources/message
 */
function customHeaders(headers: Record<string, string>) {
  const all = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const kept = all.filter(({ name }) => /^x-/i.test(name)).slice(0, MAX_HEADERS);
  const names = all.filter((header) => !kept.includes(header)).map(({ name }) => name);
  const rule = `Microsoft Graph accepts only ${MAX_HEADERS} headers that begin with “X-”`;
  return { kept, leftOut: names.length > 0 ? `${rule}: ${names.join(', ')} left out` : undefined };
}

/** Returns a file in the form of the API: https://learn.microsoft.com/en-us/graph/api/resources/fileattachment */
function attachment({ name, contentType, content, contentId }: EmailAttachment) {
  return {
    '@odata.type': '#microsoft.graph.fileAttachment',
    name,
    ...(contentType && { contentType }),
    contentBytes: Buffer.from(content).toString('base64'),
    ...(contentId && { contentId, isInline: true }),
  };
}

const kindOf = codeKinds({
  // The application may not send, or may not send as this sender, or the sender has no mailbox or has reached its
  // limit.
  account: `ErrorAccessDenied Authorization_RequestDenied ErrorSendAsDenied ErrorInvalidUser MailboxNotEnabledForRESTAPI
    ErrorExceededMessageLimit ErrorMessageSubmissionBlocked`,
});

/** Reads the error from a response: https://learn.microsoft.com/en-us/graph/errors */
function refusal({ json }: HttpAnswer): Refusal {
  const code = textAt(json, 'error', 'code');
  return { words: textAt(json, 'error', 'message'), code, kind: kindOf(code) };
}
