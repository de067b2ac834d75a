import pg from 'pg'

/** Runs statements one after the other as who owns the schema, whom none of the application's rights bind. */
export async function asOwner(connectionString: string, statements: string[]): Promise<void> {
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  try {
    for (const statement of statements) await owner.query(statement)
  } finally {
    await owner.end()
  }
}

/**
 * Connections of who owns the schema. A pool's `end()` returns before its connections have ended: the server may still
 * tell one of them that its database is dropped, and a pool that nobody listens to makes a failure of that.
 */
export function ownerPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  pool.on('error', () => {})
  return pool
}

/** Where these orders go, as if they had been bought so: the database lets nobody change it of what has left the house. */
export const boughtFor = (connectionString: string, orderId: string, delivery: object): Promise<void> =>
  asOwner(connectionString, [
    'alter table orders.orders disable trigger guard_delivery',
    `update orders.orders set delivery = '${JSON.stringify(delivery)}' where id = '${orderId}'`,
    'alter table orders.orders enable trigger guard_delivery',
  ])
