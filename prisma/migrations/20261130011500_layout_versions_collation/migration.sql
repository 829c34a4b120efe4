-- The table has few rows: one for each save of a layout. All other IDs have the collation "C", and Citus places rows of
-- one environment on one node only if the collations are equal.
ALTER TABLE "layout_versions"
  ALTER COLUMN "environment_id" TYPE TEXT COLLATE "C",
  ALTER COLUMN "id" TYPE TEXT COLLATE "C",
  ALTER COLUMN "layout_id" TYPE TEXT COLLATE "C";
