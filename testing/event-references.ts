/** A source with which a test compares its reading of a vendor’s events, for the table in docs/providers.md. */
export interface EventReference {
  /** The name of the test file in `lib/providers/events`, without `.test.ts`. */
  test: string;
  /** The description of the source: a test vector, a library or a page. */
  words: string;
  /** A text in the test that identifies the reference. */
  namedAs: string;
}

export const EVENT_REFERENCES: Readonly<Record<string, EventReference>> = {
  nodemailer: {
    test: '../../bounce-mailbox/report',
    words: 'recorded Postfix reports; samples based on the RFCs and reports of Exim, Exchange, Gmail and sendmail',
    namedAs: 'https://github.com/sisimai/set-of-emails',
  },
  sendgrid: {
    test: 'sendgrid-events',
    words: 'signatures of `@sendgrid/eventwebhook` 8.0.0',
    namedAs: '@sendgrid/eventwebhook` 8.0.0',
  },
  mailgun: {
    test: 'mailgun-events',
    words: 'the documented formula; events recorded by django-anymail',
    namedAs: 'docs/mailgun/user-manual/webhooks/securing-webhooks',
  },
  postmark: {
    test: 'postmark-events',
    words: 'the documented examples',
    namedAs: 'https://postmarkapp.com/developer/webhooks/bounce-webhook',
  },
  resend: { test: 'resend-events', words: 'the example of Svix', namedAs: 'The example of Svix' },
  ses: {
    test: 'sns-messages',
    words: 'signatures that `sns-validator` 0.3.5 accepts; the documented examples',
    namedAs: 'sns-validator',
  },
  twilio: {
    test: 'twilio-events',
    words: 'the documented vector',
    namedAs: 'https://www.twilio.com/docs/usage/security#test-the-validity-of-your-webhook-signature',
  },
  sendinblue: {
    test: 'brevo-events',
    words: 'the documented examples, with parts recorded by symfony/brevo-mailer',
    namedAs: 'https://developers.brevo.com/docs/transactional-webhooks',
  },
  mailtrap: {
    test: 'mailtrap-events',
    words: 'the signature that the tests of Mailtrap’s libraries share; the documented examples',
    namedAs: 'https://github.com/mailtrap/mailtrap-python',
  },
  mailersend: {
    test: 'mailersend-events',
    words: 'a signature of the tests of `mailersend`; the documented example; events recorded by django-anymail',
    namedAs: 'https://github.com/mailersend/mailersend-nodejs',
  },
  sparkpost: {
    test: 'sparkpost-events',
    words: 'the vendor’s samples in `java-sparkpost`; events recorded by django-anymail',
    namedAs: 'SparkPost/java-sparkpost',
  },
  mailjet: {
    test: 'mailjet-events',
    words: 'the documented examples and recorded events in Symfony’s `mailjet-mailer`',
    namedAs: 'Mailjet/Tests/Webhook/Fixtures',
  },
  mandrill: {
    test: 'mandrill-events',
    words: 'signatures in Symfony’s `mailchimp-mailer`; the vendor’s example in Telegraf',
    namedAs: 'MailchimpRequestParserTest.php',
  },
  telnyx: {
    test: 'telnyx-events',
    words: 'the documented formula, with keys of the test; the documented fields',
    namedAs: 'https://github.com/team-telnyx/telnyx-node',
  },
  nexmo: {
    test: 'vonage-events',
    words: 'the example of `vonage-node-sdk`; the documented receipt',
    namedAs: 'https://github.com/Vonage/vonage-node-sdk',
  },
  'infobip-sms': {
    test: 'infobip-events',
    words: 'the example of the API’s specification',
    namedAs: 'The example of the API’s specification',
  },
  sinch: {
    test: 'sinch-events',
    words: 'the example of `sinch-sdk-node`',
    namedAs: 'https://github.com/sinch/sinch-sdk-node',
  },
  messagebird: {
    test: 'messagebird-events',
    words:
      'the documented formula and fields; of the former API a signature of the tests of `go-rest-api` and the example of `ruby-rest-api`',
    namedAs: 'https://github.com/messagebird/go-rest-api',
  },
  'whatsapp-business': {
    test: 'whatsapp-events',
    words: 'a documented value of the same header; the documented fields',
    namedAs: 'https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries',
  },
  expo: {
    test: 'expo-events',
    words: 'the documented fields',
    namedAs: 'https://docs.expo.dev/push-notifications/sending-notifications/#push-receipt-errors',
  },
  plivo: {
    test: 'plivo-events',
    words: 'the vectors of `plivo-go`; the documented fields',
    namedAs: 'https://github.com/plivo/plivo-go',
  },
};
