-- The rate limit of an integration. One of 0 would hold back its messages for ever.
ALTER TABLE "integrations" ADD COLUMN "messages_per_second" DOUBLE PRECISION;
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_rate_limit_is_positive" CHECK ("messages_per_second" > 0);
