/** Keys that are secret for every provider. A webhook URL grants the right to post, so it is one of them. */
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
  // May hold a client certificate's private key.
  'tlsOptions',
]);
