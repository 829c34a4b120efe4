-- API keys may copy workflows into other environments only when they were created so.
ALTER TABLE "api_keys" ADD COLUMN "can_publish" BOOLEAN NOT NULL DEFAULT false;
