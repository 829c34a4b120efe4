/** Keys that are secret for every provider. A webhook URL is one of them, because it grants the right to post. */
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
