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
CREATE INDEX "subscribers_search" ON "subscribers" USING gin ("environment_id", "search" gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
