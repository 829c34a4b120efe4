-- How far Belfry has read the bounce mailbox of an integration, and what happened last.
CREATE TABLE "bounce_mailboxes" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "settings" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "uid_validity" BIGINT NOT NULL DEFAULT 0,
    "last_uid" BIGINT NOT NULL DEFAULT 0,
    "looked_at" TIMESTAMPTZ(3),
    "report_at" TIMESTAMPTZ(3),
    "report_kind" TEXT,
    "failed_at" TIMESTAMPTZ(3),
    "failed_words" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_look_at" TIMESTAMPTZ(3),

    CONSTRAINT "bounce_mailboxes_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "bounce_mailboxes_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- The integrations with a bounce mailbox. Nearly empty.
CREATE INDEX "integrations_with_mailbox" ON "integrations" ("environment_id")
  WHERE "deleted_at" IS NULL AND jsonb_exists("configurations", 'mailboxHost');

-- Anyone can send a report to a mailbox, so such an event counts only for the address of its own message.
ALTER TABLE "delivery_events" ADD COLUMN "unproven" BOOLEAN NOT NULL DEFAULT false;
