/** The witness chooses the moment of each day's count: it asks the shop once on each date, when nobody expects it. */
import { randomBytes, randomInt } from 'node:crypto'
import { type Db, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { verifyWithNode } from '../proof/ed25519.ts'
import { Fault } from '../proof/fault-rules.ts'
import { utf8 } from '../proof/hash-rules.ts'
import {
  hashOf,
  openSigned,
  readCommitment,
  readKeys,
  readRequest,
  splitSigned,
  writeRequest,
} from '../proof/note-rules.ts'
import type { Store } from '../stores/stores.ts'
import { readPublished } from './shop-files.ts'
import { openWitness } from './witness-key.ts'
import { EARLIEST, instantOf, LATEST, LONGEST_MS } from './witness-rules.ts'

type Asking = Pick<Bag<'witness'>, 'config' | 'db' | 'log' | 'now' | 'stores'>
type Trouble = 'day_made' | 'missing' | 'late' | 'wrong'

/** Asks every store that is due; one that gives no answer does not keep the others waiting. */
export async function askForMoments(witness: Asking): Promise<void> {
  for (const store of witness.stores.values())
    if (await claim(witness.db, store.code))
      await ask(witness, store).catch((error) =>
        witness.log.error({ err: error, store: store.code }, 'a witness could not ask'),
      )
}

const claim = async (db: Db, store: string): Promise<boolean> => {
  const claimed = await db.run(sql`
    insert into witness.shops as shop (store, claimed_until) values (${store}, clock_timestamp() + interval '2 minutes')
    on conflict (store) do update set claimed_until = excluded.claimed_until
    where shop.due_at <= clock_timestamp() and (shop.claimed_until is null or shop.claimed_until < clock_timestamp())`)
  return claimed > 0
}

/** One request a date, sent again while it counts; what became of it is kept, and the next date's moment drawn. */
async function ask(witness: Asking, store: Store): Promise<void> {
  const { db, now } = witness
  const { file, instant } = await requestOf(witness, store)
  const answer = now() - instant <= LONGEST_MS ? await send(witness, store.code, { file, instant }) : 'missing'
  if (answer === 'not_yet') {
    await db.run(sql`update witness.shops set claimed_until = null where store = ${store.code}`)
    return
  }
  const [commitment, trouble] = typeof answer === 'string' ? [null, answer] : [answer.commitment, null]
  await db.transaction(async (tx) => {
    await tx.run(sql`
      update witness.requests set commitment = ${commitment}, trouble = ${trouble} where store = ${store.code} and request = ${file}`)
    await tx.run(sql`
      update witness.shops set claimed_until = null,
        due_at = (((clock_timestamp() at time zone ${store.timeZone}::text)::date + 1)::timestamp at time zone ${store.timeZone}::text)
          + make_interval(secs => ${randomInt(EARLIEST, LATEST)}::int) where store = ${store.code}`)
  })
}

/** The date's request, which is written before it is sent: it is the same after a crash. */
async function requestOf({ db, config, now }: Asking, { code, timeZone }: Store) {
  const instant = instantOf(now())
  const text = writeRequest({ store: code, instant, secret: randomBytes(32).toString('hex') })
  await db.run(sql`
    insert into witness.requests (store, date, request, instant)
    select ${code}, (clock_timestamp() at time zone ${timeZone}::text)::date, ${openWitness({ config }).sign(text)}, ${instant}
    on conflict (store, date) do nothing`)
  const row = await db.row<{ request: string; instant: Date }>(sql`
    select request, instant from witness.requests where store = ${code} order by date desc limit 1`)
  if (!row) throw new Error('the request that was written is gone')
  return { file: row.request, instant: row.instant.getTime() }
}

/** `not_yet`: the shop was not reached, and may be while the request counts. */
async function send(
  { config, db, now }: Asking,
  store: string,
  { file, instant }: { file: string; instant: number },
): Promise<{ commitment: string } | Trouble | 'not_yet'> {
  const answer = await fetch(`${config.SANDBOX_URL}/proof/${store}/request`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: file,
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_MS),
  }).catch(() => null)
  if (!answer || answer.status >= 500 || answer.status === 429) return 'not_yet'
  if (answer.status === 409) return 'day_made'
  const said = await answer.text()
  if (!answer.ok) return 'wrong'
  if (now() - instant > LONGEST_MS) return 'late'
  return (await isAnswer({ config, db }, { store, file, said })) ? { commitment: hashOf(utf8(textOf(said))) } : 'wrong'
}

const textOf = (file: string) => splitSigned(file, 'commitment_malformed').text

/** Whether the shop has signed an answer to this very request, of a moment after it. */
async function isAnswer(
  witness: Pick<Asking, 'config' | 'db'>,
  { store, file, said }: { store: string; file: string; said: string },
): Promise<boolean> {
  try {
    const key = await keyOfShop(witness, store)
    const { text, signed } = await openSigned(utf8(said), readKeys(key), verifyWithNode, 'commitment_malformed')
    const [committed, asked] = [readCommitment(text), textOf(file)]
    const late = Date.parse(committed.instant) - Date.parse(readRequest(asked).instant)
    return (
      signed.has(0) &&
      committed.store === store &&
      committed.request === hashOf(utf8(asked)) &&
      late >= 0 &&
      late <= LONGEST_MS
    )
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

/** The shop's key, as it was when it was first seen. */
export async function keyOfShop({ config, db }: Pick<Asking, 'config' | 'db'>, store: string): Promise<string> {
  const known = await db.row<{ key: string | null }>(sql`select key from witness.shops where store = ${store}`)
  if (known?.key) return known.key
  const [first] = ((await readPublished({ config }, `${store}/keys`)) ?? '').split('\n')
  await db.run(sql`update witness.shops set key = ${`${first}\n`} where store = ${store} and key is null`)
  return `${first}\n`
}
