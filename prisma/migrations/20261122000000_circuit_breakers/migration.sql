-- Integrations that cannot be reached: one row while nothing but a probe is sent through it.
CREATE TABLE "circuit_breakers" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "probe_at" TIMESTAMPTZ(3) NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "circuit_breakers_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "circuit_breakers_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
