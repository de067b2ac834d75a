import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openServers } from '../src/db/servers.ts'

/** The database of the commands: the server of DATABASE_URL that can be written, or the embedded one that runs on DATA_DIR. */
export async function connectionString(): Promise<string> {
  if (process.env.DATABASE_URL) {
    const servers = openServers(process.env.DATABASE_URL)
    await servers.choose()
    return servers.url()
  }
  const home = path.resolve(process.env.DATA_DIR ?? './data', 'postgres')
  const pidFile = path.join(home, 'data', 'postmaster.pid')
  if (!existsSync(pidFile))
    throw new Error('No database: set DATABASE_URL, or start Karat so that the one in DATA_DIR runs.')
  const port = readFileSync(pidFile, 'utf8').split('\n')[3]
  return `postgres://karat:${readFileSync(path.join(home, 'password'), 'utf8').trim()}@127.0.0.1:${port}/karat`
}
