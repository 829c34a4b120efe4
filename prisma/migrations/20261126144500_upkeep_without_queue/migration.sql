-- The oldest worker does the maintenance. The queue that shared it between workers is not needed any more.
DROP SCHEMA IF EXISTS pgboss CASCADE;
