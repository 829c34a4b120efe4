-- The daily quota of an integration: how many messages may leave through it in one day, UTC.
ALTER TABLE "integrations"
    ADD COLUMN "messages_per_day" INTEGER,
    ADD CONSTRAINT "integrations_quota_is_positive" CHECK ("messages_per_day" > 0);

-- One row per integration with a quota counts the messages of all workers. Each message updates it, so pages keep space for that.
CREATE TABLE "send_quotas" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "day" INTEGER NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "send_quotas_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "send_quotas_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
) WITH (fillfactor = 50);
