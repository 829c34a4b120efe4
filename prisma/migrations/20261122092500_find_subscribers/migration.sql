-- The text by which people look for a subscriber, and what they type, are folded alike: small letters, no accents, no apostrophes. A space
-- after each separator and around each letter of a script without spaces makes every part of a name, address or id a word, so the trigram
-- index also knows where short words start.
CREATE FUNCTION "search_fold"("value" TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded TEXT := value;
BEGIN
  IF octet_length(folded) <> char_length(folded) THEN
    folded := normalize(regexp_replace(normalize(folded, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]', '', 'g'), NFC);
    folded := translate(lower(folded), 'ıøđðłħŧς’‘ʼ', 'ioddlhtσ');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    folded := regexp_replace(folded, '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff])', ' \1 ', 'g');
  END IF;
  folded := replace(replace(replace(replace(lower(folded), '-', '- '), '.', '. '), '_', '_ '), '@', '@ ');
  RETURN replace(replace(replace(folded, '/', '/ '), ':', ': '), '''', '');
END
$$;

-- Name, e-mail, phone (as stored, and without what separates its digits) and the caller's id.
ALTER TABLE "subscribers" ADD COLUMN "search" TEXT GENERATED ALWAYS AS (' ' || "search_fold"(
  coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' ||
  CASE WHEN "phone" ~ '[ ()./-]' THEN translate("phone", ' ()./-', '') || ' ' ELSE '' END || "subscriber_id" COLLATE "default")) STORED;

-- What is searched lies in a table of its own, because products write the same subscribers again and again: each such write makes a new
-- version of the row, and trigram indexes on it would have to take all of its trigrams anew.
CREATE TABLE "subscriber_search" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "name" TEXT,
    "search" TEXT NOT NULL,

    CONSTRAINT "subscriber_search_pkey" PRIMARY KEY ("environment_id","id")
);

INSERT INTO "subscriber_search" SELECT "environment_id", "id", "email", "phone", "name", "search" FROM "subscribers";

DROP INDEX "subscribers_email_search";
DROP INDEX "subscribers_phone_search";
DROP INDEX "subscribers_name_search";
CREATE INDEX "subscriber_search_email" ON "subscriber_search" USING gin ("environment_id", "email" gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX "subscriber_search_phone" ON "subscriber_search" USING gin ("environment_id", "phone" gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX "subscriber_search_name" ON "subscriber_search" USING gin ("environment_id", "name" gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX "subscriber_search_search" ON "subscriber_search" USING gin ("environment_id", "search" gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);

CREATE FUNCTION "keep_subscriber_search"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO subscriber_search VALUES (NEW.environment_id, NEW.id, NEW.email, NEW.phone, NEW.name, NEW.search);
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE subscriber_search t SET email = NEW.email, phone = NEW.phone, name = NEW.name, search = NEW.search
    WHERE t.environment_id = NEW.environment_id AND t.id = NEW.id;
  ELSE
    DELETE FROM subscriber_search t WHERE t.environment_id = OLD.environment_id AND t.id = OLD.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "subscriber_search_kept" AFTER INSERT OR DELETE ON "subscribers"
  FOR EACH ROW EXECUTE FUNCTION "keep_subscriber_search"();
CREATE TRIGGER "subscriber_search_changed" AFTER UPDATE ON "subscribers"
  FOR EACH ROW WHEN ((OLD.email, OLD.phone, OLD.name, OLD.search) IS DISTINCT FROM (NEW.email, NEW.phone, NEW.name, NEW.search))
  EXECUTE FUNCTION "keep_subscriber_search"();
