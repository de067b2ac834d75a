import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A fresh database with the demo shop in it. */
export async function copyOfTemplate(): Promise<string> {
  const server = inject('server')
  const name = `shop_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`create database ${name} template template_shop strategy file_copy`) // a third of the time of the log
      break
    } catch (error) {
      if (attempt > 20) throw error // somebody else is copying the template at this moment
    }
  }
  await client.end()
  return server.replace(/karat$/, name)
}

/** The database is gone: hundreds of them would fill the memory that they lie in. */
export async function dropCopy(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('server') })
  await client.connect()
  await client.query(`drop database if exists ${new URL(connectionString).pathname.slice(1)} with (force)`)
  await client.end()
}
