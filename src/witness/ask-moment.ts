/** The witness chooses the moment of each day's count: it asks the shop once on each date, when nobody expects it. */
import { randomBytes, randomInt } from 'node:crypto'
import { type Db, sql } from '../db/database.ts'
import { readBounded } from '../http/bounded-answer.ts'
import type { Bag } from '../karat.ts'
import { verifyWithNode } from '../proof/ed25519.ts'
import { Fault } from '../proof/fault-rules.ts'
import { utf8 } from '../proof/hash-rules.ts'
import {
  hashOf,
  instantOf,
  LONGEST_MS,
  openSigned,
  readCommitment,
  readKeys,
  readRequest,
  splitSigned,
  writeRequest,
} from '../proof/note-rules.ts'
import type { Store } from '../stores/stores.ts'
import { keyOfShop } from './shop-key.ts'
import { openWitness } from './witness-key.ts'
import { EARLIEST, LATEST } from './witness-rules.ts'

type Asking = Pick<Bag<'witness'>, 'config' | 'db' | 'log' | 'now' | 'stores'>
type Trouble = 'day_made' | 'missing' | 'late' | 'wrong'

/** Asks every store that is due, all at once. */
export async function askForMoments(witness: Asking): Promise<void> {
  await Promise.all(
    [...witness.stores.values()].map(async (store) => {
      if (!(await claim(witness.db, store.code))) return
      await ask(witness, store).catch(async (error) => {
        witness.log.error({ err: error, store: store.code }, 'a witness could not ask')
        await letGo(witness.db, store.code)
      })
    }),
  )
}

/** Longer than one sending: whoever died while asking is followed while the request still counts. */
const CLAIM_SECONDS = 20
const SEND_MS = 15_000

const claim = async (db: Db, store: string): Promise<boolean> => {
  const claimed = await db.run(sql`
    insert into witness.shops as shop (store, claimed_until)
    values (${store}, clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::int))
    on conflict (store) do update set claimed_until = excluded.claimed_until
    where shop.due_at <= clock_timestamp() and (shop.claimed_until is null or shop.claimed_until < clock_timestamp())`)
  return claimed > 0
}

const letGo = (db: Db, store: string) =>
  db.run(sql`update witness.shops set claimed_until = null where store = ${store}`)

/** One request a date, sent again while it counts; what became of it is kept, and the next date's moment drawn. */
async function ask(witness: Asking, store: Store): Promise<void> {
  const { db, now } = witness
  const { file, instant } = await requestOf(witness, store)
  const outcome = now() - instant <= LONGEST_MS ? await send(witness, store.code, { file, instant }) : 'missing'
  if (outcome === 'not_yet') {
    await letGo(db, store.code)
    return
  }
  const [answer, trouble] = typeof outcome === 'string' ? [null, outcome] : [outcome.answer, null]
  await db.transaction(async (tx) => {
    await tx.run(sql`
      update witness.requests set answer = ${answer}, trouble = ${trouble} where store = ${store.code} and request = ${file}`)
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

const MOST_BYTES = 4096

/** `not_yet`: the shop was not reached, or makes the day, and may answer while the request counts. */
async function send(
  { config, db, now }: Asking,
  store: string,
  { file, instant }: { file: string; instant: number },
): Promise<{ answer: string } | Trouble | 'not_yet'> {
  const answer = await fetch(`${config.SANDBOX_URL}/proof/${store}/request`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: file,
    redirect: 'error',
    signal: AbortSignal.timeout(SEND_MS),
  }).catch(() => null)
  if (!answer || answer.status >= 500 || answer.status === 429) return 'not_yet'
  if (answer.status === 409) return 'day_made'
  const said = answer.ok ? await readBounded(answer, MOST_BYTES) : null
  if (said === null) return 'wrong'
  if (now() - instant > LONGEST_MS) return 'late'
  const text = await answerIn({ config, db }, { store, file, said })
  return text === null ? 'wrong' : { answer: text }
}

const textOf = (file: string) => splitSigned(file, 'commitment_malformed').text

/** The text of an answer to this very request, of a moment after it, that the shop has signed; null for any other. */
async function answerIn(
  witness: Pick<Asking, 'config' | 'db'>,
  { store, file, said }: { store: string; file: string; said: string },
): Promise<string | null> {
  const key = await keyOfShop(witness, store)
  try {
    const { text, signed } = await openSigned(utf8(said), readKeys(key), verifyWithNode, 'commitment_malformed')
    const [committed, asked] = [readCommitment(text), textOf(file)]
    const late = Date.parse(committed.instant) - Date.parse(readRequest(asked).instant)
    const isOf = committed.store === store && committed.request === hashOf(utf8(asked))
    return signed.has(0) && isOf && late >= 0 && late <= LONGEST_MS ? text : null
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
