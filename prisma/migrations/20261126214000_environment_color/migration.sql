-- The colour of an environment. Production keeps its amber.
ALTER TABLE "environments" ADD COLUMN "color" TEXT NOT NULL DEFAULT 'blue';
UPDATE "environments" SET "color" = 'amber' WHERE "type" = 'production';

-- Two environments of an organization never share a name. The slug distinguishes an earlier pair.
UPDATE "environments" e
SET "name" = left(e."name", 47 - length(e."slug")) || ' (' || e."slug" || ')'
WHERE EXISTS (
  SELECT 1 FROM "environments" o
  WHERE o."organization_id" = e."organization_id" AND lower(o."name") = lower(e."name")
    AND (o."position", o."id") < (e."position", e."id")
);
CREATE UNIQUE INDEX "environments_organization_id_name_key" ON "environments" ("organization_id", lower("name"));
