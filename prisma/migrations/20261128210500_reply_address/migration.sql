-- The address for replies to emails whose step and trigger have none. NULL: replies go to the sender.
ALTER TABLE "environments" ADD COLUMN "reply_to" TEXT;
