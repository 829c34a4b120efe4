-- Values that templates read as env.KEY: one key for the organization, a value for each environment.
CREATE TABLE "environment_variables" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "is_secret" BOOLEAN NOT NULL,
    "values" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "environment_variables_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "environment_variables_organization_id_key_key" ON "environment_variables"("organization_id", "key");
ALTER TABLE "environment_variables" ADD CONSTRAINT "environment_variables_organization_id_fkey"
    FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
