-- DropIndex
DROP INDEX "inbox_settled_at_due_at_idx";

-- DropIndex
DROP INDEX "outbox_redraw_at_idx";

-- DropIndex
DROP INDEX "outbox_status_due_at_idx";

-- CreateIndex
CREATE INDEX "inbox_open_idx" ON "inbox"("seq") WHERE ("settled_at" IS NULL);

-- CreateIndex
CREATE INDEX "outbox_waiting_idx" ON "outbox"("seq") WHERE (status = ANY (ARRAY['pending'::outbox_status, 'posting'::outbox_status]));

-- CreateIndex
CREATE INDEX "outbox_failed_idx" ON "outbox"("seq") WHERE (status = 'failed'::outbox_status);

-- CreateIndex
CREATE INDEX "outbox_open_question_idx" ON "outbox"("seq") WHERE (question = 'open'::question_state);

-- CreateIndex
CREATE INDEX "outbox_redraw_idx" ON "outbox"("redraw_at") WHERE ("redraw_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "thread_bindings_last_traffic_at_read_at_idx" ON "thread_bindings"("last_traffic_at", "read_at");
