/** Code for the server of a product. It signs the ID of a subscriber, so that only that person opens the inbox. */

const NODE = `import { createHmac } from 'node:crypto';

export function subscriberHash(subscriberId) {
  const key = process.env.BELFRY_KEY;
  return createHmac('sha256', key).update(subscriberId).digest('hex');
}`;

const PYTHON = `import hashlib
import hmac
import os


def subscriber_hash(subscriber_id: str) -> str:
    key = os.environ["BELFRY_KEY"].encode()
    return hmac.new(key, subscriber_id.encode(), hashlib.sha256).hexdigest()`;

const GO = `package inbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
)

func SubscriberHash(subscriberID string) string {
	mac := hmac.New(sha256.New, []byte(os.Getenv("BELFRY_KEY")))
	mac.Write([]byte(subscriberID))
	return hex.EncodeToString(mac.Sum(nil))
}`;

const PHP = `<?php

function subscriber_hash(string $subscriberId): string
{
    return hash_hmac('sha256', $subscriberId, getenv('BELFRY_KEY'));
}`;

const RUBY = `require 'openssl'

def subscriber_hash(subscriber_id)
  OpenSSL::HMAC.hexdigest('SHA256', ENV.fetch('BELFRY_KEY'), subscriber_id)
end`;

/**
 * The code by the name of the language. It reads the key from an environment variable, so the key is never part of the
 * code.
 */
export const SIGN_CODE = { 'Node.js': NODE, Python: PYTHON, Go: GO, PHP, Ruby: RUBY } as const;
