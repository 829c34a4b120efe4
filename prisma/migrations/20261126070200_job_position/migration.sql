-- The place of a job in its run. An id says when a job was made, and not in which order with the others of its run.
ALTER TABLE "jobs" ADD COLUMN "position" SMALLINT NOT NULL DEFAULT 0;

-- Until now the order of the ids was that of the steps. All jobs of a run lie in one partition. ADD COLUMN holds the lock
-- of the table until the end of this script, so that no row moves meanwhile.
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'jobs'::regclass LOOP
    EXECUTE format('UPDATE %s AS job SET position = placed.position
      FROM (SELECT ctid, row_number() OVER (PARTITION BY environment_id, notification_id ORDER BY id) - 1 AS position FROM %s) AS placed
      WHERE job.ctid = placed.ctid AND placed.position > 0', part, part);
  END LOOP;
END;
$$;
