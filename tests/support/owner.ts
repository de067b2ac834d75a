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
