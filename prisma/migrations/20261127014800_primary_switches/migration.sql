-- The last change of a channel's primary integration, so that it can be undone for a day.
CREATE TABLE "primary_switches" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "former_id" TEXT COLLATE "C",
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "switched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "primary_switches_pkey" PRIMARY KEY ("environment_id", "channel")
);

-- The last test of an integration.
CREATE TABLE "integration_tests" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "tested_by" TEXT NOT NULL,
    "tested_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integration_tests_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "integration_tests_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
