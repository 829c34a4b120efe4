/** Keys that are secret for every provider. `webhookUrl` is one of them, because anyone who knows the URL can post. */
export const SECRET_KEYS: ReadonlySet<string> = new Set([
  'apiKey',
  'apiToken',
  'headers',
  'secretKey',
  'token',
  'password',
  'serviceAccount',
  'signingSecret',
  'accessKey',
  'webhookUrl',
  // May contain a client certificate's private key.
  'tlsOptions',
]);
