-- What an integration with a rate limit sent, and who waits (lib/engine/send-rates.ts). Each row changes with every batch that is sent.
CREATE TABLE "send_rates" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "messages_per_second" DOUBLE PRECISION NOT NULL,
    "paid_until_ms" DOUBLE PRECISION NOT NULL,
    "line_until_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "send_rates_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "send_rates_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 50);
