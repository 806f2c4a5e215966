/**
 * SQL that fills the app's tables as months of work would, in one go and with a clock of its own: `items` work items, each
 * with a thread, `posts` posts and `replies` replies spread evenly over them and over the last `days` days. Nearly all
 * of it is done with. What is not: 20 posts waiting, 2 being posted, 120 failed; 60 replies on their way; a question open in one work item of
 * ten; two messages to be redrawn.
 *
 * @returns statements, in order
 */
export function fillSql({ items, posts, replies, days = 365 }) {
  const said = (n, of) => `now() - ((${of} - ${n}) * interval '${days} days' / ${of})`;
  const ts = (n, of, tail) =>
    `(extract(epoch FROM ${said(n, of)})::bigint)::text || '.' || lpad((${n} % 100000)::text, 5, '0') || '${tail}'`;
  const uuid = (what) =>
    `overlay(overlay(md5('${what}' || n) placing '4' from 13) placing '8' from 17)::uuid`;
  const root = 1_600_000_000;
  return [
    `INSERT INTO thread_bindings (channel, thread_ts, work_item, created_at, last_traffic_at, read_at)
     SELECT 'C0SANDBOX', (${root} + n)::text || '.000100', 'github:octo/app#' || n, ${said('n', items)}, ${said('n', items)}, ${said('n', items)}
     FROM generate_series(1, ${items}) n`,
    `INSERT INTO outbox (id, via, key, work_item, event_type, text, url, status, attempts, due_at, lease_until, last_error,
       channel, message_ts, thread_ts, created_at, posted_at, said_at, question, ask, choices, answered_by, redraw_at)
     SELECT ${uuid('post')}, 'slack', md5(n::text), 'github:octo/app#' || item, 'session.awaiting_input',
       repeat('The run is green on both machines; which of the two shall it be? ', 10), 'https://github.com/octo/app/issues/' || item,
       state::outbox_status, 1, at, CASE WHEN state = 'posting' THEN now() + interval '20 seconds' END,
       CASE WHEN state = 'failed' THEN 'channel_not_found' END,
       CASE WHEN state = 'posted' THEN 'C0SANDBOX' END, CASE WHEN state = 'posted' THEN ${ts('n', posts, '1')} END,
       CASE WHEN state = 'posted' THEN (${root} + item)::text || '.000100' END, at, CASE WHEN state = 'posted' THEN at END, at,
       CASE WHEN n % 10 = 0 OR state <> 'posted' THEN NULL WHEN n > ${posts} - ${items} AND item % 10 = 2 THEN 'open'
         WHEN n <= LEAST(${replies}, ${posts}) AND n % 10 < 7 THEN 'answered' ELSE 'superseded' END::question_state,
       'which of the two shall it be?', '[{"number":1,"label":"this","marker":"1."},{"number":2,"label":"that","marker":"2."}]',
       CASE WHEN n <= LEAST(${replies}, ${posts}) AND n % 10 BETWEEN 1 AND 6 AND state = 'posted' AND NOT (n > ${posts} - ${items} AND item % 10 = 2)
         THEN ${uuid('reply')} END,
       CASE WHEN n > ${posts} - 2 THEN at END
     FROM (SELECT n, 1 + n % ${items} AS item, ${said('n', posts)} AS at,
         CASE WHEN n > ${posts} - 22 AND n <= ${posts} - 2 THEN 'pending' WHEN n > ${posts} - 24 AND n <= ${posts} - 22 THEN 'posting'
           WHEN n % GREATEST(1, ${posts} / 120) = 7 THEN 'failed' ELSE 'posted' END AS state
       FROM generate_series(1, ${posts}) n) AS made`,
    `INSERT INTO inbox (id, channel, message_ts, thread_ts, work_item, actor, text, seen_at, mirror, delivery, told_at, settled_at,
       attempts, due_at, created_at)
     SELECT ${uuid('reply')}, 'C0SANDBOX', ${ts('n', replies, '2')}, (${root} + 1 + n % ${items})::text || '.000100',
       'github:octo/app#' || (1 + n % ${items}), 'U0ALICE', 'Take the second, and say why in the change.', at,
       CASE WHEN open THEN 'pending' ELSE 'mirrored' END::mirror_status,
       CASE WHEN open THEN 'pending' WHEN n % 500 = 3 THEN 'undeliverable' WHEN n % 5000 = 4 THEN 'unknown' ELSE 'delivered' END::delivery_status,
       CASE WHEN NOT open THEN at END, CASE WHEN NOT open THEN at END, 1, at, at
     FROM (SELECT n, ${said('n', replies)} AS at, n > ${replies} - 60 AS open FROM generate_series(1, ${replies}) n) AS made`,
    `INSERT INTO cursors (name, position, heard_at) VALUES ('stream:http://127.0.0.1:1', '1', now()), ('slack-events:C0SANDBOX', '', now())`,
    'VACUUM ANALYZE',
  ];
}
