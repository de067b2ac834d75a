/** Members who go on trading through every failure: each request is sent with its key until it is answered, and what was answered is kept. */
import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { type Buyer, makeBuyers, post } from '../../bench/checkout.ts'
import { addBars } from '../../src/backing/register/receive-bars.ts'
import { Db, sql } from '../../src/db/database.ts'
import { perGram, weight } from '../../src/money/money.ts'
import { addPastTrade } from '../../src/vault/past-trades.ts'

const PIN = '739204'
const PASSWORD = 'kopi-tubruk-pagi-hari'
type Trader = Buyer & { destination: string }
type Kind = 'sale' | 'purchase' | 'transfer' | 'withdrawal'
const kinds: Kind[] = ['sale', 'purchase', 'transfer', 'withdrawal']
/** A request that changes something: whatever becomes of its answer, it is sent again with the same key. */
type Request = { kind: Kind; path: string; body: object; key: string }
type Answered = { kind: Kind; number: string; request: Request }
export type Trading = {
  answered: Map<string, Answered[]>
  trouble: string[]
  count(): number
  /** Ends once no request is without its answer. */
  stop(): Promise<void>
  /** Sends a request once more. */
  again(traderId: string, request: Request): Promise<string>
}

const callAs =
  (port: number, { token }: Buyer) =>
  <T>(path: string, body: object, key?: string): Promise<T> =>
    post<T>(port, `/api/storeid${path}`, body, {
      ...{ authorization: `Bearer ${token}`, currency: 'IDR', platform: 'web' },
      ...(key && { 'idempotency-key': key }),
    })

/** Traders with a PIN, half a kilogram each, and a bank account that may be paid to. */
export async function makeTraders(connectionString: string, port: number, count: number): Promise<Trader[]> {
  const buyers = await makeBuyers(connectionString, count)
  const db = new Db(connectionString, { max: 2 })
  const password = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await db.run(sql`update identity.members set name = 'Ratna Wulandari', password_hash = ${password}, agreement_version = '2026-11'
    where id = any(${buyers.map(({ memberId }) => memberId)}::uuid[])`)
  const bars = [{ serial: randomUUID().toUpperCase(), grossWeight: BigInt(count) * 10_000_000n }]
  const made = { store: 'id', maker: 'A maker', kind: 'bar', fineness: 10_000, place: 'X-1', bars } as const
  await db.run(sql`insert into backing.places (store, code) values ('id', 'X-1') on conflict do nothing`)
  await db.transaction((tx) => addBars(tx, made, { actor: 'system', reason: 'for a test' }))
  const traders: Trader[] = []
  for (const [n, buyer] of buyers.entries()) {
    await db.transaction((tx) => giveGold(tx, buyer.memberId))
    traders.push({ ...buyer, destination: await bindAccount(db, port, buyer, n) })
  }
  await db.close()
  return traders
}

function giveGold(tx: Parameters<typeof addPastTrade>[0], memberId: string) {
  const price = perGram(2_000_000n)
  return addPastTrade(
    tx,
    { memberId, store: 'id', currency: 'IDR' },
    {
      ...{
        side: 'buy',
        wish: { by: 'weight', weight: weight(5_000_000n) },
        happenedAt: new Date(Date.now() - 86_400_000),
      },
      prices: { spot: price, ask: price, bid: price },
    },
  )
}

async function bindAccount(db: Db, port: number, buyer: Buyer, n: number): Promise<string> {
  const call = callAs(port, buyer)
  await call('/user/setPin', { pin: PIN, password: PASSWORD })
  const number = `3171055708900${String(100 + n)}`
  await call('/user/realNameAuth', {
    ...{ name: 'Ratna Wulandari', id_type: 'nik', number, birth_date: '1990-08-17', sex: 'female' },
  })
  const account = { bank: 'bca', number: '1234567890', holder: 'Ratna Wulandari', pin: PIN }
  const { id } = await call<{ id: string }>('/user/bindBankCard', account)
  await db.run(sql`update payouts.destinations set usable_from = now() where id = ${id}`)
  await db.run(sql`update kyc.levels set level = 3 where member_id = ${buyer.memberId}`)
  await db.run(sql`delete from identity.outgoing_pauses where member_id = ${buyer.memberId}`)
  return id
}

/** What asks before it: a quote, or who is meant. */
async function prepare(port: number, trader: Trader, { kind, to }: { kind: Kind; to: Trader }): Promise<Request> {
  const call = callAs(port, trader)
  const of = (path: string, body: object): Request => ({ kind, path, body: { ...body, pin: PIN }, key: randomUUID() })
  if (kind === 'withdrawal') return of('/trade/withdraw', { amount: '50000', destination_id: trader.destination })
  if (kind === 'transfer') {
    const whom = `${to.memberId}@bench.test`
    const { shown } = await call<{ shown: string }>('/trade/transfer_recipient', { to: whom })
    return of('/trade/transfer', { to: whom, shown, weight: '0.01', note: '', card: 'none' })
  }
  const path = kind === 'sale' ? '/trade/cashingIn' : '/trade/purchase'
  const wish = { by: 'weight', value: kind === 'sale' ? '0.2' : '0.05' }
  const quote = await call<{ quote_id: string; agreement_version: string | null }>(`${path}_quote`, wish)
  const { quote_id, agreement_version } = quote
  return of(path, { quote_id, ...(agreement_version && { agreement_version }) })
}

/** Refused for good: what it asked for did not happen, and does not any more. */
const isRefused = (error: unknown) =>
  /: 4\d\d /.test(String(error)) && !/: 429 |still_running|"busy"/.test(String(error))

export function startTrading(ports: number[], traders: Trader[]): Trading {
  const answered = new Map<string, Answered[]>(traders.map(({ memberId }) => [memberId, []]))
  const trouble: string[] = []
  let over = false
  let turn = 0
  const port = () => ports[turn++ % ports.length] ?? 0
  const send = async (trader: Trader, { path, body, key }: Request) =>
    (await callAs(port(), trader)<{ number: string }>(path, body, key)).number

  async function untilAnswered(trader: Trader, request: Request): Promise<void> {
    for (;;)
      try {
        const number = await send(trader, request)
        answered.get(trader.memberId)?.push({ kind: request.kind, number, request })
        return
      } catch (error) {
        trouble.push(String(error))
        if (isRefused(error)) return
        await new Promise((resolve) => setImmediate(resolve))
      }
  }
  const work = traders.map(async (trader, n) => {
    for (let round = 0; !over; round++) {
      const wish = { kind: kinds[round % kinds.length] ?? 'sale', to: traders[(n + 1) % traders.length] ?? trader }
      const request = await prepare(port(), trader, wish).catch((error) => {
        trouble.push(String(error))
      })
      if (request) await untilAnswered(trader, request)
      else await new Promise((resolve) => setImmediate(resolve))
    }
  })
  return {
    answered,
    trouble,
    count: () => [...answered.values()].reduce((sum, those) => sum + those.length, 0),
    again(traderId, request) {
      const trader = traders.find(({ memberId }) => memberId === traderId)
      return trader ? send(trader, request) : Promise.reject(new Error('nobody of them'))
    },
    async stop() {
      over = true
      await Promise.all(work)
    },
  }
}

/** Where each kind stands: what its member has of it, by number. */
const standsAt: Record<Kind, ReturnType<typeof sql>> = {
  sale: sql`select number, member_id from vault.trades where side = 'sell'`,
  purchase: sql`select number, member_id from vault.trades where side = 'buy'`,
  transfer: sql`select number, member_id from vault.transfers`,
  withdrawal: sql`select number, member_id from vault.payouts`,
}

/** What was answered and is not there, and what is there and was answered to nobody. */
export async function misfits(db: Db, { answered }: Trading): Promise<string[]> {
  const found: string[] = []
  for (const kind of kinds)
    for (const [memberId, those] of answered) {
      const rows = await db.rows<{ number: string }>(
        sql`select number from (${standsAt[kind]}) as kept where member_id = ${memberId}`,
      )
      const [kept, said] = [
        new Set(rows.map(({ number }) => number)),
        new Set(those.filter((one) => one.kind === kind).map(({ number }) => number)),
      ]
      found.push(...[...said].filter((number) => !kept.has(number)).map((number) => `${kind} ${number} is lost`))
      found.push(...[...kept].filter((number) => !said.has(number)).map((number) => `${kind} ${number} is nobody’s`))
    }
  return found
}
