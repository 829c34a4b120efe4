-- Rows of a month that had no partition lie in the default one. They move into the partition when it is made, in its
-- transaction, so that they do not keep it from being made.
CREATE OR REPLACE FUNCTION "create_history_partition"("history" text, "day" date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', day::timestamp);
  lower_id text := lpad(to_hex(extract(epoch FROM month)::bigint), 8, '0');
  upper_id text := lpad(to_hex(extract(epoch FROM month + interval '1 month')::bigint), 8, '0');
  part text := history || '_' || to_char(month, 'YYYY_MM');
  rest text := history || '_default';
  key text := CASE WHEN history IN ('notification_topics', 'notification_outcomes') THEN 'notification_id' ELSE 'id' END;
  taken boolean;
BEGIN
  IF to_regclass(part) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I >= %L AND %I < %L)', rest, key, lower_id, key, upper_id)
    INTO taken;
  -- Attaching locks the default partition like this anyway. Earlier, no row can come meanwhile.
  IF taken THEN EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', rest); END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, history);
  IF history = 'jobs' THEN EXECUTE format('ALTER TABLE %I SET (fillfactor = 50)', part); END IF;
  IF taken THEN
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      rest, key, lower_id, key, upper_id, part);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', history, part, lower_id, upper_id);
  RETURN true;
END;
$$;
