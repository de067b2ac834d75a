/** Every right of the application's role, and of everybody, in one list: what a migration gives or takes shows in rights.txt (`vitest run --project database tests/rights.test.ts -u`). */
import { expect, test } from 'vitest'
import { openBooks } from './support/books.ts'

const books = openBooks()

test('the application may do what the list says, no more and no less', async () => {
  const { rows } = await books.owner.query<{ line: string }>(`
    with tables as (
      select c.oid, format('%s.%s', n.nspname, c.relname) as name, c.relkind
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'v', 'm', 'S', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    )
    select rpad(name, 44) || coalesce(nullif(concat_ws(' ',
        case when whole.list <> '' then whole.list end,
        case when relkind <> 'S' and columns.list <> '' then 'columns: ' || columns.list end), ''), 'nothing') as line
    from tables
    cross join lateral (
      select coalesce(string_agg(p, ' ' order by place), '') as list
      from unnest(case when relkind = 'S' then array['USAGE'] else array['SELECT','INSERT','UPDATE','DELETE','TRUNCATE','REFERENCES','TRIGGER'] end) with ordinality as u (p, place)
      where case when relkind = 'S' then has_sequence_privilege('karat_app', oid, p) else has_table_privilege('karat_app', oid, p) end
    ) whole
    cross join lateral (
      select coalesce(string_agg(format('%s(%s)', p, attname), ' ' order by p, attname), '') as list
      from pg_attribute a cross join unnest(array['INSERT', 'UPDATE', 'SELECT']) as p
      where relkind <> 'S' and a.attrelid = tables.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('karat_app', tables.oid, a.attnum, p) and not has_table_privilege('karat_app', tables.oid, p)
    ) columns
    union all
    select rpad('schema ' || nspname, 44) || case when has_schema_privilege('karat_app', oid, 'CREATE') then 'USAGE CREATE'
        when has_schema_privilege('karat_app', oid, 'USAGE') then 'USAGE' else 'nothing' end
    from pg_namespace where nspname !~ '^(pg_|information_schema)'
    order by 1`)
  await expect(`${rows.map(({ line }) => line).join('\n')}\n`).toMatchFileSnapshot('rights.txt')
})
