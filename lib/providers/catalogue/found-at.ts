/**
 * The place of each credential in the vendor's console, in the console's own terms. Used by the guides, on the server.
 */
import type { Provider } from '#lib/providers/provider.ts';

/** Returns where to find the value of a credential, or what the credential means. */
export function foundAt(
  { id, channel, credentials }: Pick<Provider, 'id' | 'channel' | 'credentials'>,
  key: string,
): string | undefined {
  const field = credentials.find((one) => one.key === key);
  return FOUND_AT[id]?.[key] ?? field?.description ?? (channel && SHARED[channel]?.[key]);
}

const SHARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  email: {
    from: 'The address that recipients see. The vendor must have verified the address or its domain.',
    senderName: 'The name that recipients see, such as your company.',
  },
  sms: { from: 'The number or sender name that recipients see. It must belong to your account.' },
};

const FOUND_AT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nodemailer: {
    host: 'The name of your mail server, such as `smtp.example.com`.',
    port: '587 for STARTTLS, 465 for TLS from the start, 25 without encryption.',
    user: 'The user name of the mailbox or relay. Empty: the server requires no sign-in.',
    password: 'The password of the user. Many mail services require an app password here.',
    from: 'The address that recipients see. The server must allow the user to send as this address.',
    bounceAddress:
      'The address of the mailbox that Belfry reads: *Events from the provider* on the page of the integration.',
    signIn: '*User and password*, or OAuth 2 for a mailbox at Google or Microsoft 365, whose address is the user.',
    clientId:
      'Google Cloud Console: *APIs & Services → Credentials → OAuth client ID*. Microsoft Entra: *App registrations → your app → Application (client) ID*.',
    clientSecret:
      'The secret of the same client. Microsoft Entra: *Certificates & secrets*, which also shows when the secret expires.',
    refreshToken:
      'Google: the refresh token from a sign-in of the user with the scope `https://mail.google.com/`; for an app in testing, it expires after 7 days. Microsoft 365: the refresh token from a sign-in with `SMTP.Send` and `offline_access`, which expires after 90 days; leave empty if the app has the permission `SMTP.SendAsApp`.',
    tenantId: 'Microsoft Entra: *Overview → Tenant ID*. Not for Google.',
    ehloName: 'A name that resolves to the address from which Belfry sends. Some relays check it.',
    domain: 'The domain that signs, such as `example.com`.',
    accountSid: 'The first part of the DNS record: `mail` for `mail._domainkey.example.com`.',
  },
  sendgrid: {
    apiKey: 'SendGrid: *Settings → API Keys → Create API Key*, with the permission *Mail Send*.',
    region: '*EU* for a subuser of the region EU; otherwise the default.',
    ipPoolName: 'SendGrid: *Settings → IP Addresses*. Empty: the default pool.',
    from: 'An address listed under *Settings → Sender Authentication*.',
  },
  mailgun: {
    baseUrl: 'Replaces the host of the region, such as `https://api.eu.mailgun.net`. Usually empty.',
    region: 'Mailgun: the region of the domain, on the page *Sending → Domains*.',
    apiKey: 'Mailgun: *API keys* in the menu of your account, or the sending key of the domain.',
    user: 'Always `api`.',
    domain: 'Mailgun: *Sending → Domains*.',
  },
  postmark: {
    apiKey: 'Postmark: *Servers → your server → API Tokens*: the server token.',
    messageStream: 'The ID of a stream of *Servers → your server → Message Streams*. Empty: `outbound`.',
    from: 'An address listed under *Sender Signatures*.',
  },
  resend: { apiKey: 'Resend: *API Keys → Create API Key*.', from: 'An address of a domain on the page *Domains*.' },
  ses: {
    apiKey: 'AWS: *IAM → Users → Security credentials → Create access key*. The user needs `ses:SendEmail`.',
    secretKey: 'Shown once, with the access key.',
    region: 'The region of the verified identity, such as `eu-central-1`.',
    configurationSet: 'SES: *Configuration sets*. Empty: the default of the identity.',
    token: 'Only for temporary credentials, which expire after some hours: then enter all three values again.',
  },
  mailersend: { apiKey: 'MailerSend: *Integrations → API tokens*, with permission to send.' },
  sendinblue: { apiKey: 'Brevo: *SMTP & API → API Keys*.' },
  mailjet: {
    apiKey: 'Mailjet: *Account settings → API Key Management*.',
    secretKey: 'The secret key of the same API key.',
    region: '*US* only if Mailjet moved the account to its US architecture.',
  },
  mandrill: { apiKey: 'Mailchimp Transactional: *Settings → SMTP & API Info → API Keys*.' },
  sparkpost: {
    apiKey: 'SparkPost: *Configuration → API Keys*, with the permission *Transmissions: Read/Write*.',
    region: '*EU* for an account at `app.eu.sparkpost.com`.',
  },
  mailtrap: {
    apiKey: 'Mailtrap: *Settings → API Tokens*, with access to the sending domain or the sandbox.',
    stream: '*Bulk* for newsletters and promotion.',
    inboxId:
      'Mailtrap: the number in the address of the sandbox, such as 2564102 in `mailtrap.io/inboxes/2564102/messages`. With it, nothing is delivered to recipients. Empty: live sending.',
  },
  'email-webhook': { webhookUrl: 'The address of your server. Belfry sends each email there, as JSON.' },
  'push-webhook': { webhookUrl: 'The address of your server. Belfry sends each notification there, as JSON.' },
  twilio: {
    accountSid: 'Twilio Console: *Account Info*, on the first page. It begins with `AC`.',
    token:
      'Twilio Console: *Account Info → Auth Token*, in the chosen region. The token also verifies events: enter it in addition to an API key if Twilio reports events.',
    apiKey:
      'Twilio Console: *Account → API keys & tokens*, in the chosen region. It begins with `SK`. A restricted key needs the permissions to create and read messages.',
    secretKey: 'Shown once, with the API key.',
    region:
      'The region that processes and stores messages. Each region has separate auth tokens, API keys and services.',
    from: 'A number of *Phone Numbers → Active numbers*, as `+15551234567`, or a sender name.',
    messagingServiceSid: 'Twilio Console: *Messaging → Services*. It begins with `MG`.',
  },
  nexmo: {
    apiKey: 'Vonage Dashboard: *API Settings*.',
    secretKey: 'Next to the API key.',
  },
  plivo: {
    accountSid: 'Plivo Console: *Auth ID*, on the first page.',
    token: 'Plivo Console: *Auth Token*, on the first page.',
    powerpackUuid: 'Plivo Console: *Messaging → Powerpacks*.',
  },
  sms77: { apiKey: 'seven: *Developer → API Keys*.' },
  sns: {
    apiKey: 'AWS: *IAM → Users → Security credentials → Create access key*. The user needs `sns:Publish`.',
    secretKey: 'Shown once, with the access key.',
    region: 'A region that supports SMS, such as `eu-central-1`.',
    token: 'Only for temporary credentials, which expire after some hours: then enter all three values again.',
    senderId:
      'A name of up to 11 letters and digits. Some countries require its registration. Empty: the sender ID of the account.',
    originationNumber: 'A number of *AWS End User Messaging → Phone numbers*, as `+15551234567`. Empty: AWS chooses.',
    smsType: '*Transactional* for messages such as codes, *Promotional* for marketing.',
  },
  telnyx: {
    apiKey: 'Telnyx Portal: *API Keys*.',
    messageProfileId: 'Telnyx Portal: *Messaging → Messaging Profiles*: the ID of the profile.',
  },
  'infobip-sms': {
    baseUrl: 'Infobip: your own address on the first page, such as `xyz.api.infobip.com`.',
    apiKey:
      'Infobip: *Developer Tools → API Keys*. To register the event address, it needs the scope `subscriptions:manage`.',
  },
  outlook365: {
    tenantId: 'Microsoft Entra: *App registrations → your application → Overview*: the directory (tenant) ID.',
    clientId: 'On the same page: the application (client) ID. The application needs *Mail.Send*, with admin consent.',
    password: '*Certificates & secrets → New client secret*: its value.',
    from: 'The address of the mailbox that sends.',
  },
  plunk: {
    baseUrl: 'The address of the API if you run Plunk yourself. Empty: `https://api.useplunk.com`.',
    apiKey: 'Plunk: *Settings → API keys*: the secret key. It begins with `sk_`.',
  },
  'azure-sms': {
    accessKey: 'Azure portal: *your Communication Services resource → Keys*: a connection string.',
  },
  bandwidth: {
    user: 'Bandwidth App: *Account → API Credentials*: the client ID.',
    password: 'Shown once, with the client ID.',
    accountSid: 'Bandwidth App: the account ID, below the name of the account.',
  },
  'africas-talking': {
    apiKey: 'Africa’s Talking: *your app → Settings → API Key*.',
    user: 'The username of the app. `sandbox` for the sandbox.',
  },
  'cm-telecom': { apiToken: 'CM.com: *Channels → Gateway*: the product token, with its hyphens.' },
  clickatell: { apiKey: 'Clickatell: *API integrations → your integration*: the API key.' },
  'ring-central': {
    clientId: 'RingCentral Developer Console: *your app → Credentials*. The app needs the permission *SMS*.',
    secretKey: 'On the same page.',
    secure: 'On: the app is in the sandbox.',
    token: 'RingCentral Developer Console: *your name → Credentials → Create JWT*, of the person whose number sends.',
  },
  termii: {
    baseUrl: 'The address on the first page of your Termii dashboard. Empty: `https://api.ng.termii.com`.',
    apiKey: 'Termii dashboard: *API key*, on the first page.',
  },
  gupshup: {
    user: 'The number of your account with Gupshup Enterprise SMS.',
    password: 'The password of the same account.',
  },
  unifonic: {
    appSid: 'Unifonic: *Applications → your application*: the App SID.',
    senderId: 'The registered sender ID that recipients see.',
  },
  'infobip-email': {
    baseUrl: 'Infobip: your own address on the first page, such as `xyz.api.infobip.com`.',
    apiKey: 'Infobip: *Developer Tools → API Keys*.',
  },
  'forty-six-elks': {
    user: '46elks: *Account → API credentials*: the API username.',
    password: 'The API password next to the username.',
  },
  'generic-sms': {
    baseUrl: 'The address of your SMS service, which accepts JSON.',
    apiKeyRequestHeader: 'The name of the header that contains the API key, such as `x-api-key`.',
    apiKey: 'The value of this header.',
    secretKeyRequestHeader: 'The name of a second header. Empty: none.',
    secretKey: 'The value of the second header.',
    authenticateByToken: 'On: Belfry gets a token from the Auth URL first.',
    domain: 'The address that returns the token.',
    authenticationTokenKey: 'The name of the header that contains the token.',
    from: 'The sender that recipients see.',
    datePath: 'The path of the date in the response of the service.',
  },
  clicksend: {
    user: 'ClickSend: *Developers → API Credentials*: the user name.',
    apiKey: 'The API key next to the user name.',
  },
  messagebird: {
    accessKey:
      'Bird: *Settings → Security → Access keys*, with the role *Application Developer*. For MessageBird’s former REST API: *Developers → API access (REST)*: the live key.',
    workspaceId: 'Bird: *Organization settings → Workspaces → your workspace → Edit workspace*. It is a UUID.',
    channelId: 'Bird: *Channels → SMS → your channel*. It is a UUID. Empty: MessageBird’s former REST API.',
  },
  'brevo-sms': { apiKey: 'Brevo: *SMTP & API → API Keys*.' },
  sinch: {
    servicePlanId: 'Sinch Dashboard: *SMS → APIs*: the service plan ID.',
    apiToken: 'The API token of the same plan.',
    region: 'The region of the plan. Access keys of a project work in EU and US.',
    projectId: 'Sinch Build Dashboard: *Settings → Projects*.',
    keyId: 'Sinch Build Dashboard: *Settings → Access keys*.',
    keySecret: 'Shown once, with the access key.',
  },
  fcm: {
    serviceAccount:
      'Firebase Console: *Project settings → Service accounts → Generate new private key*. Paste the whole JSON file.',
    messageType:
      '*Data only*: the app gets title, text and payload as data, and shows a notification itself. `overrides.providers.fcm.type` of a trigger changes it: `notification` or `data`.',
  },
  apns: {
    secretKey: 'Apple Developer: *Certificates, Identifiers & Profiles → Keys*: the content of the `.p8` file.',
    apiKey: 'The Key ID of the same key.',
    projectName: 'Apple Developer: *Membership details → Team ID*.',
    applicationId: 'The bundle ID of your app, such as `com.example.app`.',
    pushType:
      '*In the background*: wakes the app with the payload of the trigger and shows nothing. `overrides.providers.apns.pushType` of a trigger changes it: `alert` or `background`.',
  },
  expo: {
    apiKey:
      'Expo: *Account settings → Access tokens*. Required only if *Enhanced Security for Push Notifications* is on.',
  },
  'one-signal': {
    applicationId: 'OneSignal: *Settings → Keys & IDs*: the App ID.',
    apiKey: 'OneSignal: *Settings → Keys & IDs*: an app API key.',
    apiVersion: 'Whether device tokens are subscription IDs or external IDs.',
  },
  pushpad: {
    apiKey: 'Pushpad: *Account settings → Access tokens*.',
    applicationId: 'Pushpad: the number of the project, in *Project settings*.',
  },
  'pusher-beams': {
    instanceId: 'Pusher: *Beams → your instance → Keys*.',
    secretKey: 'The primary key on the same page.',
  },
  svc: { hmac: 'On: an inbox must prove the subscriber’s identity with a hash.' },
  slack: {
    applicationId: 'Slack API: *Your Apps → your app → Basic Information → App Credentials*.',
    clientId: 'On the same page.',
    secretKey: 'On the same page: *Client Secret*.',
    signingSecret: 'On the same page: *Signing Secret*.',
  },
  'grafana-on-call': {
    alertUid: 'Alerts with the same value are one alert. Empty: each message is a separate alert.',
    title: 'The title of alerts that have no title.',
    imageUrl: 'The image of alerts that have no image.',
    state: '`alerting`, or `ok` to resolve.',
    externalLink: 'The link of alerts that have no link.',
  },
  'whatsapp-business': {
    apiToken: 'Meta Business Suite: *System users → Generate token*, with `whatsapp_business_messaging`.',
    phoneNumberIdentification: 'Meta for Developers: *WhatsApp → API Setup*: the phone number ID.',
    businessAccountId: 'On the same page.',
    secretKey: 'Meta for Developers: *App settings → Basic*: the app secret.',
    token: 'Any text of your choice. Meta sends it when you enter the address for events.',
  },
  line: { apiToken: 'LINE Developers: *your channel → Messaging API → Channel access token*.' },
  telegram: { apiToken: 'The token that @BotFather sends when you create the bot.' },
};
