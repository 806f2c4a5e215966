-- CreateEnum
CREATE TYPE "outbox_status" AS ENUM ('pending', 'posting', 'posted', 'failed');

-- CreateEnum
CREATE TYPE "question_state" AS ENUM ('open', 'answered', 'elsewhere', 'superseded');

-- CreateEnum
CREATE TYPE "mirror_status" AS ENUM ('pending', 'posting', 'blocked', 'mirrored', 'skipped', 'failed');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'sending', 'delivered', 'undeliverable', 'unknown');

-- CreateEnum
CREATE TYPE "inbox_kind" AS ENUM ('reply', 'tap');

-- CreateTable
CREATE TABLE "thread_bindings" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "channel" TEXT NOT NULL,
    "thread_ts" TEXT NOT NULL,
    "work_item" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),
    "last_traffic_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),
    "read_ts" TEXT,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),

    CONSTRAINT "thread_bindings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "seq" BIGSERIAL NOT NULL,
    "via" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "work_item" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "url" TEXT,
    "actor" TEXT,
    "status" "outbox_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),
    "lease_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "channel" TEXT,
    "message_ts" TEXT,
    "thread_ts" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),
    "posted_at" TIMESTAMPTZ(3),
    "said_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),
    "question" "question_state",
    "ask" TEXT,
    "choices" JSONB NOT NULL DEFAULT '[]',
    "answered_by" UUID,
    "closed_by" TEXT,
    "redraw_at" TIMESTAMPTZ(3),
    "redraw_version" INTEGER NOT NULL DEFAULT 0,
    "redraw_tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "seq" BIGSERIAL NOT NULL,
    "channel" TEXT NOT NULL,
    "message_ts" TEXT NOT NULL,
    "thread_ts" TEXT NOT NULL,
    "work_item" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "kind" "inbox_kind" NOT NULL DEFAULT 'reply',
    "choice" INTEGER,
    "choice_label" TEXT,
    "seen_at" TIMESTAMPTZ(3),
    "mirror" "mirror_status" NOT NULL DEFAULT 'pending',
    "mirror_url" TEXT,
    "mirror_error" TEXT,
    "mirror_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),
    "delivery" "delivery_status" NOT NULL DEFAULT 'pending',
    "delivery_error" TEXT,
    "delivery_tries" INTEGER NOT NULL DEFAULT 0,
    "delivery_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),
    "told_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT statement_timestamp(),

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cursors" (
    "name" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "heard_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cursors_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "thread_bindings_read_at_idx" ON "thread_bindings"("read_at");

-- CreateIndex
CREATE UNIQUE INDEX "thread_bindings_channel_work_item_key" ON "thread_bindings"("channel", "work_item");

-- CreateIndex
CREATE UNIQUE INDEX "thread_bindings_channel_thread_ts_key" ON "thread_bindings"("channel", "thread_ts");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_seq_key" ON "outbox"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_answered_by_key" ON "outbox"("answered_by");

-- CreateIndex
CREATE INDEX "outbox_status_due_at_idx" ON "outbox"("status", "due_at");

-- CreateIndex
CREATE INDEX "outbox_work_item_status_seq_idx" ON "outbox"("work_item", "status", "seq");

-- CreateIndex
CREATE INDEX "outbox_work_item_question_seq_idx" ON "outbox"("work_item", "question", "seq");

-- CreateIndex
CREATE INDEX "outbox_redraw_at_idx" ON "outbox"("redraw_at");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_via_key_key" ON "outbox"("via", "key");

-- CreateIndex
CREATE UNIQUE INDEX "inbox_seq_key" ON "inbox"("seq");

-- CreateIndex
CREATE INDEX "inbox_settled_at_due_at_idx" ON "inbox"("settled_at", "due_at");

-- CreateIndex
CREATE INDEX "inbox_work_item_settled_at_seq_idx" ON "inbox"("work_item", "settled_at", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "inbox_channel_message_ts_key" ON "inbox"("channel", "message_ts");
