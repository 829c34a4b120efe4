/** Messages of Amazon SNS to an HTTPS address: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
import { createVerify, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import { entryOf, type PushedRequest, UnverifiedError } from './event-source.ts';

/** Amazon’s own host name for SNS in a region. */
const SNS_HOST = /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(?:\.cn)?$/;

const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];

const ALGORITHMS: Record<string, string> = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' };

/**
 * Checks that Amazon signed the message. Anyone with an AWS account can send signed messages from a topic, so if `key`
 * is entered, it names the only allowed topic.
 *
 * @throws UnverifiedError unless Amazon signed the message, and it comes from the topic.
 */
export async function assertFromSns(notice: JsonObject, request: PushedRequest): Promise<void> {
  const algorithm = entryOf(ALGORITHMS, textAt(notice, 'SignatureVersion'));
  const signature = textAt(notice, 'Signature');
  const address = amazonAddress(textAt(notice, 'SigningCertURL'));
  if (!algorithm || signature === undefined)
    throw new UnverifiedError('The request is not a signed message of Amazon SNS');
  if (!address?.pathname.endsWith('.pem'))
    throw new UnverifiedError('The certificate of the message is not at a host of Amazon SNS');
  if (request.key !== '' && textAt(notice, 'TopicArn') !== request.key)
    throw new UnverifiedError(`The message belongs to the topic ${textAt(notice, 'TopicArn') ?? 'without a name'}`);
  const verifier = createVerify(algorithm).update(signedText(notice));
  if (!verifier.verify(await certificateAt(address, request), signature, 'base64'))
    throw new UnverifiedError('The signature does not match the certificate of Amazon SNS');
}

function signedText(notice: JsonObject): string {
  const names = notice.Type === 'Notification' ? NOTIFICATION : CONFIRMATION;
  const parts = names.flatMap((name) => (typeof notice[name] === 'string' ? [`${name}\n${notice[name]}\n`] : []));
  return parts.join('');
}

/** Returns an https address at a host of Amazon SNS. Undefined for any other. */
function amazonAddress(text: string | undefined): URL | undefined {
  const url = URL.parse(text ?? '');
  const isAmazons = url?.protocol === 'https:' && url.port === '' && url.username === '' && SNS_HOST.test(url.hostname);
  return isAmazons ? url : undefined;
}

/** The public keys by address, cached. A new certificate has a new address. */
const certificates = new LRUCache<string, string>({ max: 20, ttl: 86_400_000 });

async function certificateAt(address: URL, { fetch, now }: PushedRequest): Promise<string> {
  const known = certificates.get(address.href);
  if (known !== undefined) return known;
  const { status, body } = await fetch(address.href, { method: 'GET', headers: {}, timeoutMs: 5_000 }).catch(() => ({
    status: 0,
    body: '',
  }));
  const key = status === 200 ? publicKeyIn(body, now) : undefined;
  if (key === undefined) throw new UnverifiedError('The certificate of Amazon SNS could not be loaded');
  certificates.set(address.href, key);
  return key;
}

function publicKeyIn(pem: string, now: Date): string | undefined {
  try {
    const certificate = new X509Certificate(pem);
    const isValid = certificate.validFromDate <= now && now <= certificate.validToDate;
    return isValid ? certificate.publicKey.export({ type: 'spki', format: 'pem' }).toString() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Confirms the subscription of a verified message.
 *
 * @throws UnverifiedError if Amazon did not confirm it. Amazon then sends the message again.
 */
export async function confirmSubscription(notice: JsonObject, { fetch }: PushedRequest): Promise<void> {
  const address = amazonAddress(textAt(notice, 'SubscribeURL'));
  if (!address) throw new UnverifiedError('The address that confirms the subscription is not at a host of Amazon SNS');
  const { status } = await fetch(address.href, { method: 'GET', headers: {}, timeoutMs: 10_000 }).catch(() => ({
    status: 0,
  }));
  if (status !== 200) throw new UnverifiedError('Amazon did not confirm the subscription');
}
