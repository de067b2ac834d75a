/** Whether this process lives, and whether it can serve: for whoever routes requests to it. */
import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import type { Door } from './door.ts'

const LONGEST_MS = 1500

/** `/live` answers while the process runs; `/ready` answers 503 while the database is away or the process is stopping. */
export async function probeApi(door: Door, karat: Karat): Promise<void> {
  const config = { access: 'public' } as const
  let stopping = false
  door.addHook('preClose', async () => {
    stopping = true
  })
  door.get('/live', { config, schema: { hide: true } }, () => ({ live: true }))
  door.get('/ready', { config, schema: { hide: true } }, async (_request, reply) => {
    const isReady = !stopping && (await answersInTime(karat))
    return reply.code(isReady ? 200 : 503).send({ ready: isReady })
  })
}

function answersInTime({ db }: Karat): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), LONGEST_MS)
    const answered = db.row(sql`select 1 as one`).then(
      () => true,
      () => false,
    )
    void answered.then((isReady) => {
      clearTimeout(late)
      resolve(isReady)
    })
  })
}
