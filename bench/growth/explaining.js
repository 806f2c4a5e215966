/**
 * A driver adapter that asks Postgres for the plan of every statement before it runs it, with the same arguments and in
 * the same transaction.
 *
 * @param factory Prisma's adapter
 * @param seen called with each statement and its plan, as `EXPLAIN (FORMAT JSON)` gives it
 */
export function explaining(factory, seen) {
  const EXPLAINED = /^(?:\s|--.*\n)*\(?\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;
  const over = (queryable) => {
    const explain = async (query) => {
      if (!EXPLAINED.test(query.sql)) return;
      const { rows } = await queryable.queryRaw({ ...query, sql: `EXPLAIN (FORMAT JSON) ${query.sql}` });
      const [[plan]] = rows;
      seen(query.sql, (typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan);
    };
    return new Proxy(queryable, {
      get(target, key) {
        const value = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        if (key === 'queryRaw' || key === 'executeRaw')
          return async (query) => {
            await explain(query);
            return value.call(target, query);
          };
        if (key === 'startTransaction') return async (...args) => over(await value.apply(target, args));
        return value.bind(target);
      },
    });
  };
  return new Proxy(factory, {
    get(target, key) {
      const value = Reflect.get(target, key, target);
      if (key === 'connect') return async () => over(await target.connect());
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Every scan in a plan: the kind, the table or index, and whether an index narrows it down. */
export function scansOf(plan) {
  const below = (plan.Plans ?? []).flatMap(scansOf);
  if (plan['Node Type'] === 'Seq Scan')
    return [{ kind: 'Seq Scan', on: plan['Relation Name'], narrowed: false }, ...below];
  if (!/^(?:Index|Bitmap Index)/.test(plan['Node Type'])) return below;
  return [
    { kind: plan['Node Type'], on: plan['Index Name'], narrowed: plan['Index Cond'] !== undefined },
    ...below,
  ];
}
