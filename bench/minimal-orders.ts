/** The yardstick of a checkout: the smallest honest order transaction through pg, 7 round trips, on the same database. */
import pg from 'pg'

const CONNECTIONS = 16
const SKUS = 1000
const ORDERS = 20_000

export async function prepareMinimalOrders(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`
    create schema bench;
    create table bench.skus (id int primary key, stock int not null check (stock >= 0)) with (fillfactor = 50);
    create table bench.orders (id bigint generated always as identity primary key, member int not null, total bigint not null, created_at timestamptz not null default now());
    create index on bench.orders (member, created_at desc);
    create table bench.lines (order_id bigint not null references bench.orders, sku_id int not null references bench.skus, quantity int not null, price bigint not null, primary key (order_id, sku_id));
    create table bench.entries (id bigint generated always as identity primary key, order_id bigint not null, account int not null, amount bigint not null);
    create index on bench.entries (account);
    insert into bench.skus select i, 1000000 from generate_series(1, ${SKUS}) i;
    insert into bench.orders (member, total) select i % 500, 1000 from generate_series(1, ${ORDERS}) i;
    insert into bench.lines select i, 1 + i % ${SKUS}, 1, 1000 from generate_series(1, ${ORDERS}) i;
    insert into bench.entries (order_id, account, amount) select i, a, case a when 0 then -1000 else 333 end from generate_series(1, ${ORDERS}) i, generate_series(0, 3) a;
    analyze bench.skus, bench.orders, bench.lines, bench.entries`)
  await client.end()
}

/** Minimal order transactions in a second, over `seconds`. */
export async function minimalOrdersPerSecond(connectionString: string, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  async function buyer(number: number) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (let turn = 0; performance.now() < until; turn++) {
      const sku = 1 + ((number * 7919 + turn * 31) % SKUS)
      await client.query('begin')
      await client.query('select stock from bench.skus where id = $1 for update', [sku])
      await client.query('update bench.skus set stock = stock - 1 where id = $1', [sku])
      const { rows } = await client.query('insert into bench.orders (member, total) values ($1, $2) returning id', [
        number,
        1000,
      ])
      const id = rows[0].id
      await client.query('insert into bench.lines (order_id, sku_id, quantity, price) values ($1, $2, 1, $3)', [
        id,
        sku,
        1000,
      ])
      await client.query(
        'insert into bench.entries (order_id, account, amount) values ($1, 0, -1000), ($1, 1, 900), ($1, 2, 90), ($1, 3, 10)',
        [id],
      )
      await client.query('commit')
      done++
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => buyer(i)))
  return done / seconds
}
