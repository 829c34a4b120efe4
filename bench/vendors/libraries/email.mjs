/** Sends the email of the comparison through the vendors' libraries. */
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { BrevoClient } from '@getbrevo/brevo';
import mandrill from '@mailchimp/mailchimp_transactional';
import sendgrid from '@sendgrid/mail';
import FormData from 'form-data';
import { Attachment, EmailParams, MailerSend, Recipient, Sender } from 'mailersend';
import Mailgun from 'mailgun.js';
import { MailtrapClient } from 'mailtrap';
import Mailjet from 'node-mailjet';
import { ServerClient } from 'postmark';
import { Resend } from 'resend';
import SparkPost from 'sparkpost';

const list = (addresses) => addresses.map((email) => ({ email }));
const base64 = (text) => Buffer.from(text).toString('base64');
const headersOf = (mail, name = 'name', value = 'value') =>
  Object.entries(mail.headers).map(([key, text]) => ({ [name]: key, [value]: text }));

function sendgridMail({ mail, credentials, ...options }) {
  const { file, image } = mail;
  sendgrid.setApiKey(credentials.apiKey);
  if (options.region) sendgrid.client.setDataResidency(options.region);
  return sendgrid.send({
    to: mail.to,
    cc: mail.cc,
    bcc: mail.bcc,
    replyTo: mail.replyTo,
    from: { email: credentials.from, name: credentials.senderName },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: mail.headers,
    attachments: [
      { filename: file.name, content: base64(file.text), type: file.type },
      {
        filename: image.name,
        content: base64(image.text),
        type: image.type,
        disposition: 'inline',
        content_id: image.id,
      },
    ],
    ...(credentials.ipPoolName && { ipPoolName: credentials.ipPoolName }),
    customArgs: { message_id: mail.id },
  });
}

function mailgunMail({ mail, credentials }) {
  const { file, image } = mail;
  const client = new Mailgun(FormData).client({
    username: credentials.user,
    key: credentials.apiKey,
    ...(credentials.baseUrl && { url: credentials.baseUrl }),
  });
  return client.messages.create(credentials.domain, {
    from: `"${credentials.senderName}" <${credentials.from}>`,
    to: mail.to,
    cc: mail.cc.join(', '),
    bcc: mail.bcc.join(', '),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    'h:Reply-To': mail.replyTo,
    'h:List-Id': mail.headers['List-Id'],
    'v:message_id': mail.id,
    attachment: [{ filename: file.name, data: Buffer.from(file.text), contentType: file.type }],
    inline: [{ filename: image.id, data: Buffer.from(image.text), contentType: image.type }],
  });
}

const postmarkMail = ({ mail, credentials }) =>
  new ServerClient(credentials.apiKey).sendEmail({
    From: `"${credentials.senderName}" <${credentials.from}>`,
    To: mail.to,
    Cc: mail.cc.join(','),
    Bcc: mail.bcc.join(','),
    ReplyTo: mail.replyTo,
    Subject: mail.subject,
    HtmlBody: mail.html,
    TextBody: mail.text,
    Headers: headersOf(mail, 'Name', 'Value'),
    Attachments: [
      { Name: mail.file.name, Content: base64(mail.file.text), ContentType: mail.file.type },
      {
        Name: mail.image.name,
        Content: base64(mail.image.text),
        ContentType: mail.image.type,
        ContentID: `cid:${mail.image.id}`,
      },
    ],
    Metadata: { message_id: mail.id },
  });

const resendMail = ({ mail, credentials }) =>
  new Resend(credentials.apiKey).emails.send(
    {
      from: `"${credentials.senderName}" <${credentials.from}>`,
      to: [mail.to],
      cc: mail.cc,
      bcc: mail.bcc,
      replyTo: mail.replyTo,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers: mail.headers,
      attachments: [
        { filename: mail.file.name, content: base64(mail.file.text), contentType: mail.file.type },
        {
          filename: mail.image.name,
          content: base64(mail.image.text),
          contentType: mail.image.type,
          contentId: mail.image.id,
        },
      ],
      tags: [{ name: 'message_id', value: mail.id }],
    },
    { idempotencyKey: mail.id },
  );

const utf8 = (Data) => ({ Data, Charset: 'UTF-8' });

const sesMail = ({ mail, credentials }) =>
  new SESv2Client({
    region: credentials.region,
    credentials: { accessKeyId: credentials.apiKey, secretAccessKey: credentials.secretKey },
  }).send(
    new SendEmailCommand({
      FromEmailAddress: `"${credentials.senderName}" <${credentials.from}>`,
      Destination: { ToAddresses: [mail.to], CcAddresses: mail.cc, BccAddresses: mail.bcc },
      ReplyToAddresses: [mail.replyTo],
      Content: {
        Simple: {
          Subject: utf8(mail.subject),
          Body: { Html: utf8(mail.html), Text: utf8(mail.text) },
          Headers: headersOf(mail, 'Name', 'Value'),
          Attachments: [
            {
              FileName: mail.file.name,
              RawContent: Buffer.from(mail.file.text),
              ContentType: mail.file.type,
              ContentDisposition: 'ATTACHMENT',
            },
            {
              FileName: mail.image.name,
              RawContent: Buffer.from(mail.image.text),
              ContentType: mail.image.type,
              ContentDisposition: 'INLINE',
              ContentId: mail.image.id,
            },
          ],
        },
      },
      EmailTags: [{ Name: 'message_id', Value: mail.id }],
    }),
  );

const mailersendMail = ({ mail, credentials }) =>
  new MailerSend({ apiKey: credentials.apiKey }).email.send(
    new EmailParams()
      .setFrom(new Sender(credentials.from, credentials.senderName))
      .setTo([new Recipient(mail.to)])
      .setCc(mail.cc.map((address) => new Recipient(address)))
      .setBcc(mail.bcc.map((address) => new Recipient(address)))
      .setReplyTo(new Sender(mail.replyTo))
      .setSubject(mail.subject)
      .setHtml(mail.html)
      .setText(mail.text)
      .setHeaders(headersOf(mail))
      .setAttachments([
        new Attachment(base64(mail.file.text), mail.file.name, 'attachment'),
        new Attachment(base64(mail.image.text), mail.image.name, 'inline', mail.image.id),
      ]),
  );

const brevoMail = ({ mail, credentials, key }) =>
  new BrevoClient({ apiKey: credentials.apiKey }).transactionalEmails.sendTransacEmail({
    sender: { email: credentials.from, name: credentials.senderName },
    to: list([mail.to]),
    cc: list(mail.cc),
    bcc: list(mail.bcc),
    replyTo: { email: mail.replyTo },
    subject: mail.subject,
    htmlContent: mail.html,
    textContent: mail.text,
    attachment: [mail.file, mail.image].map(({ name, text }) => ({ name, content: base64(text) })),
    headers: { ...mail.headers, 'X-Mailin-custom': mail.id, idempotencyKey: key },
  });

const named = (addresses) => addresses.map((Email) => ({ Email }));

const mailjetMail = ({ mail, credentials }) =>
  Mailjet.apiConnect(credentials.apiKey, credentials.secretKey)
    .post('send', { version: 'v3.1' })
    .request({
      Messages: [
        {
          From: { Email: credentials.from, Name: credentials.senderName },
          To: named([mail.to]),
          Cc: named(mail.cc),
          Bcc: named(mail.bcc),
          ReplyTo: { Email: mail.replyTo },
          Subject: mail.subject,
          TextPart: mail.text,
          HTMLPart: mail.html,
          Headers: mail.headers,
          Attachments: [
            { ContentType: mail.file.type, Filename: mail.file.name, Base64Content: base64(mail.file.text) },
          ],
          InlinedAttachments: [
            {
              ContentType: mail.image.type,
              Filename: mail.image.name,
              Base64Content: base64(mail.image.text),
              ContentID: mail.image.id,
            },
          ],
          CustomID: mail.id,
        },
      ],
    });

const mandrillMail = ({ mail, credentials }) =>
  mandrill(credentials.apiKey).messages.send({
    message: {
      from_email: credentials.from,
      from_name: credentials.senderName,
      to: ['to', 'cc', 'bcc'].flatMap((type) => [mail[type]].flat().map((email) => ({ email, type }))),
      preserve_recipients: true,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers: { ...mail.headers, 'Reply-To': mail.replyTo },
      attachments: [{ type: mail.file.type, name: mail.file.name, content: base64(mail.file.text) }],
      images: [{ type: mail.image.type, name: mail.image.id, content: base64(mail.image.text) }],
      metadata: { message_id: mail.id },
    },
  });

const sparkpostMail = ({ mail, credentials }) =>
  new SparkPost(
    credentials.apiKey,
    credentials.region === 'eu' ? { endpoint: 'https://api.eu.sparkpost.com:443' } : {},
  ).transmissions.send({
    options: { transactional: true },
    recipients: [
      { address: { email: mail.to } },
      ...[...mail.cc, ...mail.bcc].map((email) => ({ address: { email, header_to: mail.to } })),
    ],
    content: {
      from: { email: credentials.from, name: credentials.senderName },
      reply_to: mail.replyTo,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers: { ...mail.headers, CC: mail.cc.join(', ') },
      attachments: [{ name: mail.file.name, type: mail.file.type, data: base64(mail.file.text) }],
      inline_images: [{ name: mail.image.id, type: mail.image.type, data: base64(mail.image.text) }],
    },
    metadata: { message_id: mail.id },
  });

const mailtrapMail = ({ mail, credentials }) =>
  new MailtrapClient({ token: credentials.apiKey }).send({
    from: { email: credentials.from, name: credentials.senderName },
    to: list([mail.to]),
    cc: list(mail.cc),
    bcc: list(mail.bcc),
    reply_to: { email: mail.replyTo },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: mail.headers,
    attachments: [
      { filename: mail.file.name, content: base64(mail.file.text), type: mail.file.type, disposition: 'attachment' },
      {
        filename: mail.image.name,
        content: base64(mail.image.text),
        type: mail.image.type,
        disposition: 'inline',
        content_id: mail.image.id,
      },
    ],
    custom_variables: { message_id: mail.id },
  });

/** The functions that send the message, by the name of the comparison. */
export const EMAIL = {
  '@sendgrid/mail': sendgridMail,
  '@sendgrid/mail (EU, IP pool)': (given) => sendgridMail({ ...given, region: 'eu' }),
  'mailgun.js': mailgunMail,
  'mailgun.js (EU)': mailgunMail,
  postmark: postmarkMail,
  resend: resendMail,
  '@aws-sdk/client-sesv2': sesMail,
  mailersend: mailersendMail,
  '@getbrevo/brevo': brevoMail,
  'node-mailjet': mailjetMail,
  '@mailchimp/mailchimp_transactional': mandrillMail,
  sparkpost: sparkpostMail,
  'sparkpost (EU)': sparkpostMail,
  mailtrap: mailtrapMail,
};
