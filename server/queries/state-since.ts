/** The start of the present state is looked for this far back, which spares the older partitions. */
const longestState = "40 days";

/**
 * SQL for `left join lateral (…) span`: since when the availability `a` has lasted, null if the
 * ledger does not know. An event that only confirms the state moves `availability.at`.
 * @param now the binding of the present time, such as `$2`.
 */
export const stateSince = (now: string) => `
      select min(c.at) as since from availability_changes c
       where c.psychic_id = a.psychic_id and c.code = a.code and c.at <= a.at
         and c.at > coalesce(
           (select max(o.at) from availability_changes o
             where o.psychic_id = a.psychic_id and o.code <> a.code and o.at < a.at
               and o.at > ${now}::timestamptz - interval '${longestState}'),
           ${now}::timestamptz - interval '${longestState}')`;
