-- When a person who may not see sensitive content last changed the address. Null if an API key or another person wrote it.
ALTER TABLE "subscribers" ADD COLUMN "email_restricted_at" TIMESTAMPTZ(3), ADD COLUMN "phone_restricted_at" TIMESTAMPTZ(3);

-- The same for the credentials and for each device token of a connection.
ALTER TABLE "subscriber_channels" ADD COLUMN "restricted" JSONB NOT NULL DEFAULT '{}';
