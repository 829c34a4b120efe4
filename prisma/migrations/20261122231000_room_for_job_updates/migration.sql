-- Every job is written twice: when it is queued, and, about twice as long, when it ends. The second version stays on the
-- page of the first, and needs no new index entry, where the page has room for it. A partitioned table has no such
-- setting, so every partition gets it.
CREATE OR REPLACE FUNCTION "create_history_partition"("history" text, "day" date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', day::timestamp);
  lower_id text := lpad(to_hex(extract(epoch FROM month)::bigint), 8, '0');
  upper_id text := lpad(to_hex(extract(epoch FROM month + interval '1 month')::bigint), 8, '0');
  part text := history || '_' || to_char(month, 'YYYY_MM');
  key text := CASE WHEN history IN ('notification_topics', 'notification_outcomes') THEN 'notification_id' ELSE 'id' END;
  taken boolean;
BEGIN
  IF to_regclass(part) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I >= %L AND %I < %L)', history || '_default', key, lower_id, key, upper_id)
    INTO taken;
  IF taken THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, history);
  IF history = 'jobs' THEN EXECUTE format('ALTER TABLE %I SET (fillfactor = 50)', part); END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', history, part, lower_id, upper_id);
  RETURN true;
END;
$$;

DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'jobs'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 50)', part);
  END LOOP;
END;
$$;
