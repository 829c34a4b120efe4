-- The ends of an integration's credentials: the day that a person entered, and the end of its client certificate.
ALTER TABLE "integrations" ADD COLUMN "credentials_end_on" DATE, ADD COLUMN "certificate_ends_at" TIMESTAMPTZ(3);
