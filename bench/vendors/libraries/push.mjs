/** Sends the push notification of the comparison through the vendors' libraries. */
import * as oneSignal from '@onesignal/node-onesignal';
import apn from '@parse/node-apn';
import PushNotifications from '@pusher/push-notifications-server';
import { ApnsClient, Notification } from 'apns2';
import { Expo } from 'expo-server-sdk';
import { cert, initializeApp } from 'firebase-admin/app';
import { getMessaging } from 'firebase-admin/messaging';
import Pushpad from 'pushpad';

const fcmPush = ({ push, credentials }) =>
  getMessaging(initializeApp({ credential: cert(JSON.parse(credentials.serviceAccount)) })).send({
    token: push.token,
    notification: { title: push.title, body: push.content },
    data: push.texts,
    android: { notification: { tag: push.id } },
    apns: { headers: { 'apns-collapse-id': push.id } },
  });

function nodeApnPush({ push, credentials, key }) {
  const provider = new apn.Provider({
    token: { key: credentials.secretKey, keyId: credentials.apiKey, teamId: credentials.projectName },
    production: false,
    // The certificate of the local server is self-signed.
    rejectUnauthorized: false,
  });
  const notification = new apn.Notification({
    id: key,
    collapseId: push.id,
    topic: credentials.applicationId,
    pushType: 'alert',
    priority: 10,
    alert: { title: push.title, body: push.content },
    payload: push.data,
  });
  return provider.send(notification, push.token);
}

function apns2Push({ push, credentials, key }) {
  const client = new ApnsClient({
    team: credentials.projectName,
    keyId: credentials.apiKey,
    signingKey: credentials.secretKey,
    defaultTopic: credentials.applicationId,
    host: 'api.sandbox.push.apple.com',
  });
  return client.send(
    new Notification(push.token, {
      alert: { title: push.title, body: push.content },
      data: push.data,
      collapseId: push.id,
      priority: 10,
      id: key,
    }),
  );
}

const expoPush = ({ push, credentials }) =>
  new Expo({ accessToken: credentials.apiKey }).sendPushNotificationsAsync([
    { to: push.token, title: push.title, body: push.content, data: push.data, tag: push.id, collapseId: push.id },
  ]);

function oneSignalPush({ push, credentials, key }) {
  const client = new oneSignal.DefaultApi(oneSignal.createConfiguration({ restApiKey: credentials.apiKey }));
  const isExternal = credentials.apiVersion === 'externalId';
  return client.createNotification(
    Object.assign(new oneSignal.Notification(), {
      app_id: credentials.applicationId,
      ...(isExternal
        ? { include_aliases: { external_id: [push.token] }, target_channel: 'push' }
        : { include_subscription_ids: [push.token] }),
      headings: { en: push.title },
      contents: { en: push.content },
      data: push.data,
      idempotency_key: key,
      collapse_id: push.id,
    }),
  );
}

const pushpadPush = ({ push, credentials }) =>
  new Pushpad({ authToken: credentials.apiKey, projectId: credentials.applicationId }).notification.create({
    title: push.title,
    body: push.content,
    custom_data: JSON.stringify(push.data),
    uids: [push.token],
  });

function beamsPush({ push, credentials }) {
  const client = new PushNotifications({ instanceId: credentials.instanceId, secretKey: credentials.secretKey });
  const notification = { title: push.title, body: push.content };
  return client.publishToUsers([push.token], {
    fcm: { notification, data: push.data },
    apns: { aps: { alert: notification }, data: push.data },
    web: { notification, data: push.data },
  });
}

/** The functions that send the message, by the name of the comparison. */
export const PUSH = {
  'firebase-admin': fcmPush,
  '@parse/node-apn': nodeApnPush,
  apns2: apns2Push,
  'expo-server-sdk': expoPush,
  '@onesignal/node-onesignal': oneSignalPush,
  '@onesignal/node-onesignal (external id)': oneSignalPush,
  pushpad: pushpadPush,
  '@pusher/push-notifications-server': beamsPush,
};
