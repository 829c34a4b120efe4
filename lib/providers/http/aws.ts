/** The common part of the Amazon Web Services providers. */
import { AwsV4Signer } from 'aws4fetch';
import { textOf } from '#lib/providers/credential.ts';
import type { Credentials, Signable } from './http.ts';

/** Signature Version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
export function awsSignature(service: string) {
  return async (
    { method, url, contentType, body, now }: Signable,
    credentials: Credentials,
  ): Promise<Record<string, string>> => {
    const sessionToken = textOf(credentials, 'token');
    const signer = new AwsV4Signer({
      method,
      url,
      ...(contentType && { headers: { 'content-type': contentType }, allHeaders: true }),
      body,
      service,
      region: textOf(credentials, 'region'),
      accessKeyId: textOf(credentials, 'apiKey'),
      secretAccessKey: textOf(credentials, 'secretKey'),
      ...(sessionToken && { sessionToken }),
      datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    const { headers } = await signer.sign();
    return {
      'x-amz-date': signer.datetime,
      // Temporary credentials: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp_use-resources.html
      ...(sessionToken && { 'x-amz-security-token': sessionToken }),
      authorization: headers.get('authorization') ?? '',
    };
  };
}

/** Returns the origin of a service. China has its own domain: https://docs.aws.amazon.com/general/latest/gr/rande.html */
export function awsOrigin(service: string, credentials: Credentials): string {
  const region = textOf(credentials, 'region').replace(/[^a-z0-9-]/gi, '');
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** Error codes of throttling. A retry may succeed, whatever the HTTP status. */
export const AWS_THROTTLING = /^(Throttl|KMSThrottling|TooManyRequests|LimitExceeded|RequestLimitExceeded|SlowDown)/;

/** The account has not subscribed to the service. */
export const AWS_ACCOUNT = /^OptInRequired/;
