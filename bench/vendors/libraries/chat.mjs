/** Sends the chat message of the comparison through the vendors' libraries. */
import { REST } from '@discordjs/rest';
import WhatsApp from '@great-detail/whatsapp';
import { WebClient } from '@slack/web-api';
import { IncomingWebhook } from '@slack/webhook';
import { Api } from 'node-telegram-bot-api';
import { Telegram } from 'telegraf';

const slackWebhook = ({ chat, target }) => new IncomingWebhook(target.webhookUrl).send({ text: chat.content });

const slackWeb = ({ chat, target }) =>
  new WebClient(target.oauthAccessToken, { retryConfig: { retries: 0 } }).chat.postMessage({
    channel: target.channel,
    text: chat.content,
    metadata: { event_type: 'message', event_payload: { message_id: chat.id } },
  });

const discord = ({ chat, target }) =>
  new REST().post(new URL(target.webhookUrl).pathname.replace(/^\/api(\/v\d+)?/, ''), {
    auth: false,
    query: new URLSearchParams({ wait: 'true' }),
    body: { content: chat.content },
  });

const telegraf = ({ chat, target, credentials }) =>
  new Telegram(credentials.apiToken).sendMessage(target.channel, chat.content);

const nodeTelegram = ({ chat, target, credentials }) =>
  new Api(credentials.apiToken).sendMessage({ chat_id: target.channel, text: chat.content });

const whatsapp = ({ chat, target, credentials }) =>
  new WhatsApp({
    graphVersion: 'v23.0',
    request: { headers: { Authorization: `Bearer ${credentials.apiToken}` } },
  }).message.createMessage({
    phoneNumberID: credentials.phoneNumberIdentification,
    recipient_type: 'individual',
    to: target.phoneNumber,
    type: 'text',
    text: { body: chat.content },
    biz_opaque_callback_data: chat.id,
  });

/** The functions that send the message, by the name of the comparison. */
export const CHAT = {
  '@slack/webhook': slackWebhook,
  '@slack/web-api': slackWeb,
  '@discordjs/rest': discord,
  telegraf,
  'node-telegram-bot-api': nodeTelegram,
  '@great-detail/whatsapp': whatsapp,
};
