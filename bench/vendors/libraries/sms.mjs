/** Sends the text message of the comparison through the vendors' libraries. */
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { BrevoClient } from '@getbrevo/brevo';
import { AuthType, Infobip } from '@infobip-api/sdk';
import { Client as Seven, SmsResource } from '@seven.io/client';
import * as sinch from '@sinch/sms';
import { Auth } from '@vonage/auth';
import { SMS as Vonage } from '@vonage/sms';
import clicksend from 'clicksend';
import messagebird from 'messagebird';
import plivo from 'plivo';
import Telnyx from 'telnyx';
import twilio from 'twilio';

const digits = (phone) => phone.replace('+', '');

const vonageSms = ({ sms, credentials }) =>
  new Vonage(new Auth({ apiKey: credentials.apiKey, apiSecret: credentials.secretKey })).send({
    from: credentials.from,
    to: digits(sms.to),
    text: sms.content,
    type: 'unicode',
    clientRef: sms.id,
  });

const snsSms = ({ sms, credentials }) =>
  new SNSClient({
    region: credentials.region,
    credentials: { accessKeyId: credentials.apiKey, secretAccessKey: credentials.secretKey },
  }).send(
    new PublishCommand({
      PhoneNumber: sms.to,
      Message: sms.content,
      MessageAttributes: { 'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' } },
    }),
  );

const messagebirdSms = ({ sms, credentials }) =>
  new Promise((resolve) =>
    messagebird.initClient(credentials.accessKey).messages.create(
      {
        originator: credentials.from,
        recipients: [digits(sms.to)],
        body: sms.content,
        datacoding: 'auto',
        reference: sms.id,
      },
      resolve,
    ),
  );

const telnyxSms = ({ sms, credentials }) =>
  new Telnyx({ apiKey: credentials.apiKey }).messages.send({
    from: credentials.from,
    messaging_profile_id: credentials.messageProfileId,
    to: sms.to,
    text: sms.content,
  });

const sinchSms = ({ sms, credentials }) =>
  new sinch.SmsService({
    servicePlanId: credentials.servicePlanId,
    apiToken: credentials.apiToken,
    smsRegion: 'eu',
  }).batches.send({
    sendSMSRequestBody: {
      from: credentials.from,
      to: [sms.to],
      body: sms.content,
      client_reference: sms.id,
      delivery_report: 'per_recipient',
    },
  });

const infobipSms = ({ sms, credentials }) =>
  new Infobip({
    baseUrl: credentials.baseUrl,
    apiKey: credentials.apiKey,
    authType: AuthType.ApiKey,
  }).channels.sms.send({
    messages: [
      { from: credentials.from, destinations: [{ to: digits(sms.to) }], text: sms.content, callbackData: sms.id },
    ],
  });

const sevenSms = ({ sms, credentials }) =>
  new SmsResource(new Seven({ apiKey: credentials.apiKey })).dispatch({
    to: [sms.to],
    from: credentials.from,
    text: sms.content,
    foreign_id: sms.id,
  });

function clicksendSms({ sms, credentials }) {
  const message = Object.assign(new clicksend.SmsMessage(), {
    from: credentials.from,
    to: sms.to,
    body: sms.content,
    customString: sms.id,
  });
  const messages = Object.assign(new clicksend.SmsMessageCollection(), { messages: [message] });
  return new clicksend.SMSApi(credentials.user, credentials.apiKey).smsSendPost(messages);
}

const brevoSms = ({ sms, credentials }) =>
  new BrevoClient({ apiKey: credentials.apiKey }).transactionalSms.sendTransacSms({
    sender: credentials.from,
    recipient: digits(sms.to),
    content: sms.content,
    type: 'transactional',
    unicodeEnabled: true,
  });

const twilioSms =
  (sender) =>
  ({ sms, credentials }) =>
    twilio(credentials.accountSid, credentials.token).messages.create({
      to: sms.to,
      [sender]: credentials.from,
      body: sms.content,
    });

const plivoSms = ({ sms, credentials }) =>
  new plivo.Client(credentials.accountSid, credentials.token).messages.create({
    src: credentials.from,
    dst: digits(sms.to),
    text: sms.content,
  });

/** The functions that send the message, by the name of the comparison. */
export const SMS = {
  twilio: twilioSms('from'),
  'twilio (messaging service)': twilioSms('messagingServiceSid'),
  '@vonage/sms': vonageSms,
  '@aws-sdk/client-sns': snsSms,
  messagebird: messagebirdSms,
  telnyx: telnyxSms,
  plivo: plivoSms,
  '@sinch/sms': sinchSms,
  '@infobip-api/sdk': infobipSms,
  '@seven.io/client': sevenSms,
  clicksend: clicksendSms,
  '@getbrevo/brevo (SMS)': brevoSms,
};
