-- Rules that raise alerts, and the alerts that they raised.
CREATE TABLE "alert_rules" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "condition" JSONB NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "recipient" TEXT NOT NULL,
    "quiet_hours" JSONB,
    "active" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_rules_pkey" PRIMARY KEY ("environment_id", "id")
);

CREATE TABLE "alerts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "rule_id" TEXT COLLATE "C" NOT NULL,
    "rule_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_cause" TEXT,
    "end_words" TEXT,
    "pending" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,
    "problem" TEXT,
    "notices" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("environment_id", "id")
);

-- A rule has one open alert, so that two processes raise and send it once.
CREATE UNIQUE INDEX "alerts_open" ON "alerts" ("environment_id", "rule_id") WHERE "ended_at" IS NULL;

-- The notices that are to be sent.
CREATE INDEX "alerts_pending" ON "alerts" ("environment_id", "next_try_at") WHERE "pending" IS NOT NULL;
