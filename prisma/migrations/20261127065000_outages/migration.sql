-- Times in which the provider of an integration could not be reached.
CREATE TABLE "outages" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "words" TEXT NOT NULL,
    "late" INTEGER,
    "failed" INTEGER,

    CONSTRAINT "outages_pkey" PRIMARY KEY ("environment_id", "opened_at", "integration_id")
);

-- An integration has one open outage.
CREATE UNIQUE INDEX "outages_open" ON "outages" ("environment_id", "integration_id") WHERE "closed_at" IS NULL;

-- The outages that last.
INSERT INTO "outages" ("environment_id", "opened_at", "integration_id", "channel", "words")
SELECT b."environment_id", b."opened_at", b."integration_id", i."channel", b."words"
FROM "circuit_breakers" b JOIN "integrations" i ON i."environment_id" = b."environment_id" AND i."id" = b."integration_id";
