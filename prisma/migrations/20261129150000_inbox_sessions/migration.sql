-- The sessions of subscribers in an embedded inbox.
CREATE TABLE "inbox_sessions" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbox_sessions_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "inbox_sessions_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- Maintenance deletes the oldest first.
CREATE INDEX "inbox_sessions_environment_id_expires_at_idx" ON "inbox_sessions" ("environment_id", "expires_at");
-- The sessions of a subscriber, which are revoked together, and deleted with the subscriber.
CREATE INDEX "inbox_sessions_environment_id_subscriber_id_idx" ON "inbox_sessions" ("environment_id", "subscriber_id");

-- The origins of the pages that may use the inbox. Empty: all.
ALTER TABLE "environments" ADD COLUMN "inbox_origins" TEXT[] NOT NULL DEFAULT '{}';
