-- The language of a locale: `de` of `de-AT` and `DE_ch`. Its content is inlined into statements and the index.
CREATE FUNCTION "language_of"("locale" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(split_part(translate("locale", '_', '-'), '-', 1)) COLLATE "C";
$$;

-- Subscribers by language. Those without a locale cost no entry.
CREATE INDEX "subscribers_language" ON "subscribers" ("environment_id", "language_of"("locale"), "id") WHERE "locale" IS NOT NULL;

-- Subscribers without an email address, without a phone number, and without both. This table is written only if a text changes, so
-- repeated writes of the same subscriber cost nothing.
CREATE INDEX "subscriber_search_no_email" ON "subscriber_search" ("environment_id", "id") WHERE coalesce("email", '') = '';
CREATE INDEX "subscriber_search_no_phone" ON "subscriber_search" ("environment_id", "id") WHERE coalesce("phone", '') = '';
CREATE INDEX "subscriber_search_no_address" ON "subscriber_search" ("environment_id", "id")
  WHERE coalesce("email", '') = '' AND coalesce("phone", '') = '';
