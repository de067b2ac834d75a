/** One world of the simulation: a shop, its people, and what the driver knows of them without asking the shop. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { sql } from '../../src/db/database.ts'
import type { Karat } from '../../src/karat.ts'
import { minor, moneyText } from '../../src/money/money.ts'
import type { PaymentProvider } from '../../src/payments/contract.ts'
import { processWaitingEvents } from '../../src/payments/worker.ts'
import type { Sides } from '../../src/pricing/level-after.ts'
import type { TestMember } from '../support/members.ts'
import { type Shop, startAnew } from '../support/shop.ts'
import type { TestStaff } from '../support/staff.ts'
import { PIN } from '../support/vault.ts'
import type { Acquirer } from './acquirer.ts'
import type { Bug } from './bugs.ts'
import type { Payer } from './payer.ts'

/**
 * `destination`: the account of theirs that withdrawals go to. `free`: something of what they have may leave, since it is cleared or came by
 * another way than a card.
 */
export type Person = {
  member: TestMember
  name: string
  destination: string
  cash: bigint
  gold: bigint
  free: boolean
  /** The number of their proof of identity as a list names it, and what stops them; of a hit the case is not known yet. */
  identity: string
  stops: ({ kind: 'legal_hold'; id: string } | { kind: 'screening' })[]
}
export type StoreCode = 'id' | 'my'
export type Path = 'purchase' | 'cashingIn'
/** A while in which the price was wrong, what followed it, and whether two people have taken its sales back. */
export type WrongPrice = { from: Date; to: Date; right: Sides | undefined; state: 'open' | 'closed' }
/** At which price it was sold, of one gram, from the member's side, and in which while, if in any. */
export type Priced = { side: 'buy' | 'sell'; price: bigint; wrong: WrongPrice | undefined }
export type KnownQuote = Priced & {
  id: string
  owner: Person
  path: Path
  by: 'weight' | 'amount'
  weight: bigint
  amount: bigint
  state: 'open' | 'used' | 'over'
}
/** Grams that were bought or sold, and what that moved. `isOverdue`: its member has had a day to choose. */
export type KnownTrade = Priced & {
  id: string
  owner: Person
  cash: bigint
  gold: bigint
  state: 'stands' | 'choosing' | 'over'
  isOverdue: boolean
}
/** A deposit, an order or a purchase of grams, and the money that came for it. `amount` is the last that it was opened for. */
export type KnownPayment = Priced & {
  kind: 'deposit' | 'order' | 'purchase'
  subject: string
  payment: string
  owner: Person
  amount: bigint
  /** Captured under its own charge so far; undefined until the acquirer has anything. */
  captured: bigint | undefined
  /** Whether only what is simple has happened to it, so that the driver knows what must become of it. */
  plain: boolean
  settled: boolean
  over: boolean
  disputed: 'open' | 'won' | 'lost' | undefined
  events: string[]
  /** Of an order that grams pay: what it takes, and whether its buyer has numbered pieces in their place. */
  grams: bigint
  numbered: boolean
  /** Of an order that was sold at a wrong price: its buyer is asked what is to become of it. */
  isChoosing: boolean
  /** What of an order was asked back; and whether some of its money is on its way. */
  asked: { id: string; state: string }[]
  isReturning: boolean
}
/** `out`: what of it has left its member; `isOld`: it may have ended because nobody paid it for a month. */
export type KnownPayout = { id: string; number: string; owner: Person; amount: bigint; out: bigint; isOld: boolean }
/** Grams that wait to be claimed, or did; `token`: of the link, where they were sent to who is no member. */
export type KnownTransfer = {
  id: string
  sender: Person
  recipient: Person | undefined
  weight: bigint
  token: string | undefined
  state: 'waiting' | 'over'
}
/** A bar that somebody sells back; `fixed`: the price that was signed, where it binds. Weights in units, of gross and fine gold. */
export type KnownCase = {
  id: string
  owner: Person
  piece: string
  gross: bigint
  fineness: number
  fine: bigint
  fixed: bigint | undefined
  inGrams: boolean
  toAccount: boolean
  state: 'booked' | 'received' | 'inspecting' | 'counter_offer' | 'accepted' | 'rejected' | 'over'
  /** It was found to weigh less; and what is paid for it. */
  isLess: boolean
  offer?: bigint
}
/** A price that somebody watches; `armed`: it is told when it comes, since it has gone back after it was told last. */
export type KnownAlert = {
  id: string
  kind: 'above' | 'below'
  side: 'buy' | 'sell'
  level: bigint
  repeats: boolean
  armed: boolean
  over: boolean
}
export type KnownBar = { id: string; state: 'available' | 'missing' }
/**
 * What a step may do to somebody's balances: one of these differences each; `any` where only the audit can tell. `isBack`: gold that was
 * theirs before, which a store gives back whatever it has.
 */
export type Moves = { who: Person; cash: bigint[] | 'any'; gold: bigint; isBack?: true }[]
export type Answer<T = Record<string, unknown>> = { http: number; error: string | null; data: T }

export type World = {
  shop: Shop
  owner: pg.Client
  store: StoreCode
  currency: 'IDR' | 'MYR'
  acquirer: Acquirer
  payer: Payer
  people: Person[]
  staff: [TestStaff, TestStaff]
  quotes: KnownQuote[]
  trades: KnownTrade[]
  /** While it is wrong; and the whiles in which it was. */
  wrong: WrongPrice | undefined
  wrongs: WrongPrice[]
  payments: KnownPayment[]
  payouts: KnownPayout[]
  transfers: KnownTransfer[]
  cases: KnownCase[]
  alerts: KnownAlert[]
  /** Whether the house may owe somebody money beside their balance. */
  owes: boolean
  bars: KnownBar[]
  sku: number
  /** A bar that grams may pay, and its fine weight. */
  smallBar: { sku: number; weight: bigint }
  /** Whether a price was told that is young enough. */
  live: boolean
  /** The statement of this step at which every connection to the database is cut; 0 for none. */
  cutAt: number
  /** Whether the instance is killed there, so that another one goes on. */
  kills: boolean
  /** Another instance stands in the place of the one that was killed last. */
  replaced: (() => Promise<void>) | undefined
  /** What has happened in it, by name: a run that never gets there proves nothing. */
  reached: Set<string>
  /** How many steps ago every connection was cut. */
  sinceCut: number
  /** How many statements this step has sent. */
  statements: number
}

/** The instance sends nothing any more, with everything that it knew and was about to do. */
async function kill(world: World): Promise<void> {
  world.reached.add('killed')
  world.shop.karat.db.asks(() => true)
  world.replaced = begunOnce(() => replace(world))
  await sever(world)
}

async function replace(world: World): Promise<void> {
  const { karat, app } = world.shop
  await startAnew(world.shop)
  equip(world)
  await app.close()
  await karat.close()
}

/** The same, begun once however often it is asked for. */
function begunOnce(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined
  return () => (begun ??= work())
}

/** The name of the connection that looks, so that it is not cut. */
export const LOOKING = 'simulation'

export class Violation extends Error {
  override name = 'Violation'
}

/** So many rupiah as the smallest units of the store's own money, at some rate; and as its calls take them. */
export const inMoney = ({ store }: World, rupiah: bigint): bigint => (store === 'my' ? rupiah / 20n : rupiah)
export const moneyOf = ({ currency }: World, units: bigint): string => moneyText(minor(units), currency)
/** A store without cash balances: what is sold is paid out, and what is bought paid from outside. */
export const keepsCash = ({ store }: World): boolean => store === 'id'

const providers = new WeakMap<Karat, PaymentProvider>()
function realProvider(karat: Karat): PaymentProvider {
  const known = providers.get(karat) ?? (karat.providers.get('sandbox') as PaymentProvider)
  providers.set(karat, known)
  return known
}

/** What is outside of the shop, and a comparison of PINs that costs nothing: the hasher's own test proves it. */
export function equip({ shop: { karat }, acquirer, payer }: Pick<World, 'shop' | 'acquirer' | 'payer'>): void {
  karat.providers.set('sandbox', payer.over(acquirer.over(realProvider(karat))))
  karat.hasher.pinMatches = async (_hash, pin) => pin === PIN
}

/** Statements pass through here: a bug is planted in them, and one of them finds every connection cut. */
export function listenIn(world: World, bug: Bug | undefined): void {
  bug?.enter?.(world)
  world.shop.intercept.current = async (text) => {
    if (++world.statements === world.cutAt) await (world.kills ? kill(world) : sever(world))
    return bug?.plant ? bug.plant(text) : text
  }
}

/**
 * Connections of the shop are cut: those that are in the midst of something, or every one (an instance that is killed has none left); those by
 * which the driver looks and turns the time stay.
 */
function sever(world: World) {
  world.reached.add('cut')
  world.sinceCut = 0
  const isEvery = world.kills || world.cutAt % 2 === 0
  return world.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> '${LOOKING}'
        and (${isEvery} or state <> 'idle')`,
  )
}

/** Whether a cut came just now: anything may find a dead connection in its hand once, and the shop hears of it a little later. */
export const wasCut = ({ sinceCut }: World): boolean => sinceCut < 3

/** A connection as who owns the database, whom nothing binds; outside every pool that is cut. */
export async function ownerOf({ connectionString }: Pick<Shop, 'connectionString'>): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** After a cut: the shop takes writes again, by another instance where the one that was has been killed. */
export async function recovered(world: World): Promise<void> {
  if (!wasCut(world)) return
  await world.replaced?.()
  for (let looks = 1; await world.shop.karat.pulse.look(); looks++)
    if (looks > 10) throw new Violation('the shop does not find its database again')
}

/**
 * A call as a client makes it: with a key of its own, and again with the same while the shop says that it could not answer, which
 * it may say only where a connection was cut.
 */
export async function post<T>(world: World, who: Person, path: string, body: object): Promise<Answer<T>> {
  const key = randomUUID()
  for (let tries = 1; ; tries++) {
    const response = await world.shop.app.inject({
      method: 'POST',
      url: `/api/store${world.store}${path}`,
      headers: { ...who.member.headers, 'idempotency-key': key },
      payload: body,
    })
    const { error, data } = response.json() as Answer<T>
    if (response.statusCode < 500) return judgeStop(world, who, path, { http: response.statusCode, error, data })
    if (!wasCut(world)) throw new Violation(`${path} answers ${response.statusCode} ${error}`)
    await recovered(world)
    if (tries > 10) throw new Violation(`${path} does not recover from a cut: ${response.statusCode} ${error}`)
  }
}

/** What may happen for somebody who is stopped: it moves nothing, or gives them what they had set aside, or the house owes. */
const movesNothing = [
  ...['/trade/transfer_recipient', '/trade/transfer_recall', '/trade/withdraw_cancel', '/order/price_choice'],
  ...['/trade/pause_plan', '/trade/resume_plan', '/trade/skip_plan_run', '/trade/end_plan'],
  ...[
    '/trade/cancel_limit',
    '/trade/goldBack_cancel',
    '/trade/add_alert',
    '/trade/payable_claim',
    '/trade/goldBack_quote',
  ],
  ...['/order/cancel_quote', '/order/cancel_order', '/product/order_refund', '/order/withdraw_refund'],
]
/** What another one moves who is stopped is refused to whoever asks. */
const mayBeOthers = ['/trade/transfer_claim', '/trade/transfer_claim_link']

/** Whoever a case stops moves nothing, and nobody else is refused because of it. */
function judgeStop<T>({ people, reached }: World, who: Person, path: string, answer: Answer<T>): Answer<T> {
  const isStopped = who.stops.length > 0
  if (answer.http === 200 && isStopped && !movesNothing.includes(path))
    throw new Violation(`${who.name} is stopped, and ${path} was done`)
  if (answer.error !== 'not_possible_now') return answer
  const stopped = mayBeOthers.includes(path) ? people.some(({ stops }) => stops.length > 0) : isStopped
  if (!stopped) throw new Violation(`${path} is refused to ${who.name}, whom nothing stops`)
  reached.add('refused while stopped')
  return answer
}

/** What a page reads. */
export async function get<T>({ shop, store }: World, who: Person, path: string): Promise<T> {
  const response = await shop.app.inject({ url: `/api/store${store}${path}`, headers: who.member.headers })
  if (response.statusCode !== 200) throw new Violation(`${path} answers ${response.statusCode}`)
  return (response.json() as Answer<T>).data
}

/** A call that may be refused, for one of these reasons and no other; undefined then. */
export async function tryPost<T>(
  world: World,
  who: Person,
  path: string,
  { body, refused }: { body: object; refused: readonly string[] },
): Promise<T | undefined> {
  const { http, error, data } = await post<T>(world, who, path, body)
  if (http === 200) return data
  if (error === 'buying_closed') world.reached.add('refused while frozen')
  if (error === 'price_unavailable') world.reached.add('refused without a price')
  if (error === 'not_possible_now') return undefined
  if (error === 'no_cash_balance' && !keepsCash(world)) return undefined
  if (!error || !refused.includes(error)) throw new Violation(`${path} is refused as ${http} ${error}`)
  return undefined
}

/** Of somebody all of whose value came by cards that can still be taken back, nothing leaves. */
export function requireFree({ free, name }: Person): void {
  if (!free) throw new Violation(`uncleared value of ${name} has left`)
}

/** Work of the shop's own, done again where a connection was cut under it. */
export async function again<T>(world: World, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!wasCut(world) || tries > 10) throw error
      await recovered(world)
    }
  }
}

/** What the shop does by itself after a notice is done, or waits for a later round. */
export const untilSettled = (world: World): Promise<void> =>
  again(world, async () => {
    const { karat } = world.shop
    for (;;) {
      const row = await karat.db.row<{ busy: boolean }>(sql`
        select exists (select from payments.events where processed_at is null and asked = 0 and tries < ${wasCut(world) ? 4 : 1}) as busy`)
      if (!row?.busy) return
      await world.owner.query('update payments.events set next_try_at = now() where processed_at is null and asked = 0')
      await processWaitingEvents(karat)
    }
  })
