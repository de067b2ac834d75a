/** npm run bench:overload: the overload part of `npm run bench` by itself. */
import pg from 'pg'
import { startBuiltProduct } from '../scripts/built-product.ts'
import { openBenchShop } from './bench-shop.ts'
import { measureOverload } from './overload.ts'

const product = await startBuiltProduct({ durable: true, environment: { TRUST_PROXY: '127.0.0.1' } })
const { port, database } = product
const client = new pg.Client({ connectionString: database.connectionString })
try {
  await client.connect()
  const shop = await openBenchShop(client, database.connectionString, { port, secret: '' })
  process.stdout.write(`${await measureOverload(client, database.connectionString, shop)}\n`)
} finally {
  await client.end()
  await product.stop()
}
