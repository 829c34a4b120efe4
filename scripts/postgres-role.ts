import { createHmac } from 'node:crypto';
import pg from 'pg';
import { CliError, errorCode } from './cli-error.ts';

/** The role that created the cluster, which always stays a superuser. Only the scripts that start the server use it. */
export const ADMINISTRATOR = 'belfry';
/** The ordinary role of the service, which owns the database and its contents and has no other rights. */
export const SERVICE_ROLE = 'belfry_service';

/** Derives the service's password from the administrator's, so that no second password needs to be stored. */
function servicePassword(adminUrl: string): string {
  return createHmac('sha256', new URL(adminUrl).password).update(SERVICE_ROLE).digest('base64url');
}

/**
 * Creates the database and the role of the service if they are missing. Transfers the administrator's objects in the
 * database to that role, because clusters of earlier versions have a single role.
 *
 * @returns the URL of the database for the service.
 */
export async function prepareDatabase(adminUrl: string): Promise<string> {
  const password = servicePassword(adminUrl);
  await within(adminUrl.replace(/\/belfry$/, '/postgres'), async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVICE_ROLE}') AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = 'belfry') AS database`,
    );
    if (!rows[0]?.role) await client.query(`CREATE ROLE ${SERVICE_ROLE}`);
    await client.query(`ALTER ROLE ${SERVICE_ROLE} LOGIN PASSWORD '${password}'`);
    if (!rows[0]?.database) await client.query(`CREATE DATABASE belfry OWNER ${SERVICE_ROLE}`);
    else await client.query(`ALTER DATABASE belfry OWNER TO ${SERVICE_ROLE}`);
  });
  await within(adminUrl, (client) => client.query(GIVE_ALL));
  return serviceUrl(adminUrl);
}

/** Returns the URL of the database for the service. */
export function serviceUrl(adminUrl: string): string {
  return Object.assign(new URL(adminUrl), { username: SERVICE_ROLE, password: servicePassword(adminUrl) }).href;
}

async function within(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await work(client);
  } catch (error) {
    if (errorCode(error) === '28P01')
      throw new CliError('The embedded PostgreSQL refused the password in the data folder.');
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * A single statement, so that either all objects change their owner or none does. Objects of an extension keep their
 * owner.
 */
const GIVE_ALL = `DO $$
DECLARE
  administrator oid := '${ADMINISTRATOR}'::regrole;
  change text;
BEGIN
  FOR change IN
    SELECT format('SCHEMA %I', nspname) FROM pg_namespace
    WHERE nspowner = administrator AND nspname <> 'information_schema' AND nspname !~ '^pg_'
    UNION ALL
    SELECT format('%s %s', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
      c.oid::regclass)
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE relowner = administrator AND relkind IN ('r', 'p', 'v', 'm', 'S') AND nspname <> 'information_schema' AND nspname !~ '^pg_'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass
        AND (deptype = 'e' OR (relkind = 'S' AND deptype IN ('a', 'i'))))
    UNION ALL
    SELECT format('ROUTINE %s', p.oid::regprocedure) FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
    WHERE proowner = administrator AND nspname <> 'information_schema' AND nspname !~ '^pg_'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND deptype = 'e')
    UNION ALL
    SELECT format('TYPE %s', t.oid::regtype) FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
    WHERE typowner = administrator AND typtype IN ('e', 'd', 'r') AND nspname <> 'information_schema' AND nspname !~ '^pg_'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.classid = 'pg_type'::regclass AND deptype = 'e')
  LOOP
    EXECUTE format('ALTER %s OWNER TO ${SERVICE_ROLE}', change);
  END LOOP;
END $$`;
