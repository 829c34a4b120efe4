-- Web processes with open sockets of inboxes. A live one updates seen_at.
CREATE TABLE "web_processes" (
    "id" TEXT COLLATE "C" NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "web_processes_pkey" PRIMARY KEY ("id")
);

-- The subscribers with an open socket, by web process.
CREATE TABLE "online_subscribers" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "web_process_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "online_subscribers_pkey" PRIMARY KEY ("environment_id", "subscriber_id", "web_process_id"),
    CONSTRAINT "online_subscribers_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- The subscribers of a process that has ended.
CREATE INDEX "online_subscribers_environment_id_web_process_id_idx"
  ON "online_subscribers" ("environment_id", "web_process_id", "subscriber_id");
