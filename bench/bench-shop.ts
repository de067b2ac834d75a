import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openAcquirer, type Shop } from './checkout.ts'

/** The shop as the benchmark buys in it: forty plain pieces, of which there are enough, and a place where they are picked up. */
export async function openBenchShop(
  client: pg.Client,
  connectionString: string,
  { port, secret }: { port: number; secret: string },
): Promise<Shop> {
  const skus = await client.query(
    `update catalogue.skus set stock = stock + 1000000, received = received + 1000000
     where id in (select s.id from catalogue.skus s join catalogue.products p on p.id = s.product_id
       where p.store = 'id' and not s.scarce and s.published_at is not null order by s.id limit 40) returning id`,
  )
  const skuIds = skus.rows.map((row) => row.id)
  await client.query(
    `insert into catalogue.stock_moves (sku_id, quantity, reason, reference) select unnest($1::int[]), 1000000, 'received', $2`,
    [skuIds, `bench ${randomUUID()}`],
  )
  const point = await client.query(`select id from delivery.pickup_points where store = 'id' limit 1`)
  const acquirer = openAcquirer(connectionString)
  return { port, secret, skuIds, pickupPointId: point.rows[0].id, acquirer }
}
