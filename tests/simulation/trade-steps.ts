/** Steps of members who trade grams. */
import type { TradeQuoteView, TradeView } from '../../src/vault/contract.ts'
import { PIN } from '../support/vault.ts'
import type { Step } from './steps.ts'
import {
  inMoney,
  type KnownQuote,
  keepsCash,
  type Moves,
  moneyOf,
  type Path,
  type Person,
  post,
  requireFree,
  tryPost,
  Violation,
  type World,
} from './world.ts'

/** Grams with four decimals as units of 0.0001 g; money in the smallest units of its currency. */
export const units = (grams: string): bigint => BigInt(grams.replace('.', ''))
const sizes = { weight: ['0.01', '0.05', '0.5', '1.2345', '40'], amount: ['10000', '123456', '500001', '2500000'] }

const quoteRefusals = [
  'price_unavailable',
  'balance_too_low',
  'cash_disputed',
  'trade_too_small',
  'buying_closed',
  'gold_sold_out',
  'amount_too_small',
  'trade_size',
  'verification_required',
  'exposure_limit',
] as const
export const tradeRefusals = [...quoteRefusals, 'quote_expired', 'price_on_hold', 'not_possible_now'] as const

/** A quote; none while no price is live. The older one of the side is over. */
export async function quoteTrade(world: World, { who, a, b }: Step): Promise<Moves> {
  const owner = personOf(world, who)
  const path: Path = a % 2 === 0 ? 'purchase' : 'cashingIn'
  const by = a % 4 < 2 ? 'weight' : 'amount'
  const size = sizes[by][b % sizes[by].length] as string
  const value = by === 'weight' ? size : moneyOf(world, inMoney(world, BigInt(size)))
  const body = { by, value }
  const quote = await tryPost<TradeQuoteView>(world, owner, `/trade/${path}_quote`, { body, refused: quoteRefusals })
  if (!quote) return []
  if (path === 'purchase' && !keepsCash(world)) throw new Violation('a balance pays, and the store keeps none')
  if (!world.live) throw new Violation('G1: quoted without a live price')
  for (const older of world.quotes)
    if (older.owner === owner && older.path === path && older.state === 'open') older.state = 'over'
  const figures = { weight: units(quote.weight), amount: units(quote.amount) }
  if (by === 'weight' ? figures.weight !== units(Number(value).toFixed(4)) : figures.amount !== units(value))
    throw new Violation(`quoted ${quote.weight} g for ${quote.amount}, asked for ${value} by ${by}`)
  const priced = { side: quote.side, price: units(quote.price), wrong: world.wrong }
  world.quotes.push({ id: quote.quote_id, owner, path, by, state: 'open', ...figures, ...priced })
  return []
}

/** One of the quotes that there have been is used, by its owner or somebody else, with the right PIN or, rarely, a wrong one. */
export async function useQuote(world: World, { who, a, b }: Step): Promise<Moves> {
  const quote = pick(world.quotes, a)
  if (!quote) return []
  const person = b % 8 === 7 ? personOf(world, who) : quote.owner
  const pin = b % 8 === 6 ? '111222' : PIN
  const sellsOn = quote.path === 'cashingIn' && person === quote.owner && b % 4 === 1
  const body = { quote_id: quote.id, pin, ...(sellsOn && { destination_id: person.destination }) }
  const { http, error, data } = await post<TradeView>(world, person, `/trade/${quote.path}`, body)
  if (http === 200) {
    requireUsable(quote, person, pin)
    world.reached.add(quote.path === 'purchase' ? 'bought' : 'sold')
    if (sellsOn) await rememberPayout(world, person, data)
    return [traded(world, quote, data)]
  }
  if (person !== quote.owner) {
    if (error !== 'not_found') throw new Violation(`G19: a quote of somebody else answers ${error}`)
    world.reached.add('foreign quote refused')
  } else if (pin === PIN && ![...tradeRefusals, ...(sellsOn ? payoutRefusals : [])].includes(error ?? ''))
    throw new Violation(`a quote that is ${quote.state} answers ${http} ${error}`)
  if (error === 'quote_expired') world.reached.add('old quote refused')
  if (pin !== PIN) {
    world.reached.add('wrong PIN refused')
    await freeTries(world, person)
  }
  return []
}

export const payoutRefusals = [
  ...['balance_too_low', 'value_uncleared', 'value_disputed', 'payout_amount', 'payout_day_limit'],
]

/** What was sold for is on its way to the account, held until somebody takes it on. */
async function rememberPayout(world: World, owner: Person, { amount, proceeds }: TradeView): Promise<void> {
  if (!keepsCash(world)) {
    if (proceeds?.go !== 'waiting') throw new Violation(`a sale without a balance goes to ${proceeds?.go}`)
    world.reached.add('sold where no balance is kept')
    return
  }
  requireFree(owner)
  if (proceeds?.go !== 'account') throw new Violation(`a sale to an account goes to ${proceeds?.go}`)
  const { rows } = await world.owner.query<{ id: string; number: string }>(
    'select id, number from vault.payouts where member_id = $1 order by requested_at desc, number desc limit 1',
    [owner.member.id],
  )
  const made = rows[0]
  if (!made) throw new Violation('a sale to an account is paid out by nothing')
  world.payouts.push({ ...made, owner, amount: units(amount), out: 0n, isOld: false })
  world.reached.add('sold to an account')
}

/** Two tabs, or a thief and a member, use the same quote at once. */
export async function useQuoteTwice(world: World, { a }: Step): Promise<Moves> {
  const quote = pick(world.quotes, a)
  if (!quote) return []
  const body = { quote_id: quote.id, pin: PIN }
  const answers = await Promise.all([1, 2].map(() => post<TradeView>(world, quote.owner, `/trade/${quote.path}`, body)))
  const [won, second] = answers.filter(({ http }) => http === 200)
  if (second) throw new Violation('G2: a quote was used twice')
  if (!won) return []
  world.reached.add('quote used once of twice')
  requireUsable(quote, quote.owner, PIN)
  return [traded(world, quote, won.data)]
}

function requireUsable({ state, owner }: KnownQuote, person: Person, pin: string): void {
  if (person !== owner) throw new Violation('G2: the quote of somebody else was used')
  if (state !== 'open') throw new Violation(`G2: a quote that is ${state} was used`)
  if (pin !== PIN) throw new Violation('a wrong PIN traded')
}

/** What was traded is what was quoted, or better for the member: then its price is that of the moment. */
function traded(world: World, quote: KnownQuote, done: TradeView): Moves[number] {
  const { owner, side, by, weight, amount } = quote
  const [grams, money] = [units(done.weight), units(done.amount)]
  const buys = side === 'buy'
  const worse = buys ? grams < weight || money > amount : grams > weight || money < amount
  const bound = by === 'weight' ? grams === weight : money === amount
  if (worse || !bound) throw new Violation(`G3: quoted ${weight} for ${amount}, traded ${grams} for ${money}`)
  quote.state = 'used'
  const [cash, gold] = buys ? [-money, grams] : [money, -grams]
  const priced = { side, price: units(done.price), wrong: done.better_price ? world.wrong : quote.wrong }
  world.trades.push({ id: done.trade_id, owner, cash, gold, ...priced, state: 'stands', isOverdue: false })
  return { who: owner, cash: [cash], gold }
}

const freeTries = ({ owner }: World, { member }: Person) =>
  owner.query('update identity.members set pin_tries_used = 0, pin_wrong = 0 where id = $1', [member.id])

export const personOf = (world: World, who: number): Person => world.people[who % world.people.length] as Person
/** One of those that there are, the newest most often. */
export const pick = <T>(all: T[], a: number): T | undefined =>
  all[all.length - 1 - (a % 3 === 0 ? a % Math.max(1, all.length) : 0)]
