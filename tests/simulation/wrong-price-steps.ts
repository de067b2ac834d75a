/** Steps of a price that is wrong for a while: what is sold at it, the window that two people close, and what members choose. */
import { weight } from '../../src/money/money.ts'
import { endChoices } from '../../src/orders/price-windows/choose-price.ts'
import { settleSales } from '../../src/orders/price-windows/settle-sales.ts'
import { endTradeChoices } from '../../src/orders/price-windows/settle-trades.ts'
import { settings } from '../../src/settings.ts'
import type { PriceChoicesView } from '../../src/vault/price-choices/choice-contract.ts'
import { rightFigures, type TradeChoice } from '../../src/vault/price-choices/choice-rules.ts'
import { priceOf } from '../../src/vault/trade-rules.ts'
import { PIN } from '../support/vault.ts'
import { asStaff, bothAgree, present } from './house-steps.ts'
import { capture, openOrder, openPurchase } from './payment-steps.ts'
import type { Step } from './steps.ts'
import { personOf, pick, quoteTrade, useQuote as takeQuote, units } from './trade-steps.ts'
import {
  type Answer,
  again,
  get,
  type KnownTrade,
  type Moves,
  type Priced,
  post,
  Violation,
  type World,
  type WrongPrice,
} from './world.ts'

/** A fifth too low, a quarter too high, a tenth of it, and a hundredth too high, which is no evident error; each with its way back. */
const errors = [
  [8_000n, 12_500n],
  [12_500n, 8_000n],
  [1_000n, 100_000n],
  [10_100n, 9_901n],
] as const

/** The price is wrong, somebody trades, orders or asks what it costs, and it is right again. */
export async function sellWrong(world: World, { who, a, b, ...step }: Step): Promise<Moves> {
  const [wrong, right] = errors[a % errors.length] ?? errors[0]
  present(world)
  const from = await momentOf(world)
  await priceBecomes(world, wrong)
  world.live = true
  world.wrong = { from, to: from, right: undefined, state: 'open' }
  const moves: Moves = []
  for (let n = 0; n <= b % 3; n++) moves.push(...(await sellSome(world, { ...step, who: who + n, a: a + n, b: b + n })))
  const over = world.wrong
  world.wrong = undefined
  over.to = new Date((await momentOf(world)).getTime() + 1)
  world.shop.clock.ms = Math.max(world.shop.clock.ms, over.to.getTime())
  await priceBecomes(world, right)
  over.right = world.shop.karat.prices.of(world.store, world.currency)
  world.wrongs.push(over)
  world.reached.add('sold at a wrong price')
  return moves
}

/** What goes on meanwhile: trades in both directions, one that is only quoted, purchases and orders, paid or not. */
async function sellSome(world: World, { who, a, b, ...step }: Step): Promise<Moves> {
  const way = (a + b) % 6
  const use: Step = { ...step, who, a: 1, b: 0 }
  if (way < 3) {
    const quoted = await quoteTrade(world, { ...step, who, a: way < 2 ? 0 : 1, b })
    return b % 4 === 3 ? quoted : [...quoted, ...(await takeQuote(world, use))]
  }
  const known = world.payments.length
  const opened = await (way < 5 ? openPurchase : openOrder)(world, { ...step, who, a, b })
  return world.payments.length > known && b % 4 < 3 ? [...opened, ...(await capture(world, use))] : opened
}

/** Whoever owns the database tells it: no connection of the shop is cut, so it is told once. */
async function priceBecomes(world: World, bps: bigint): Promise<void> {
  const { shop, owner } = world
  shop.clock.ms = Math.max(shop.clock.ms + 1, Date.now())
  await owner.query(
    `insert into pricing.ticks (source, source_at, spot_usd_e6, rates_e6, verdict)
      select source, $1, spot_usd_e6 * $2::bigint / 10000, rates_e6, 'accepted' from pricing.ticks where verdict = 'accepted' order by id desc limit 1`,
    [new Date(shop.clock.ms), bps],
  )
  await again(world, () => shop.karat.prices.refresh())
}

const momentOf = async ({ owner }: World): Promise<Date> =>
  (await owner.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now as Date

/** Whether a trade was made at a price that was an evident error by what followed. */
function isWrong({ wrong, side, price }: Priced): boolean {
  if (!wrong?.right) return false
  const right = priceOf(side, wrong.right)
  const off = price > right ? price - right : right - price
  return off * 10_000n >= right * BigInt(settings.priceWindow.leastBps)
}

/** What comes next: a choice that is waited for, or a while that nobody has looked into. */
export async function windowGoesOn(world: World, step: Step): Promise<Moves> {
  const open = world.wrongs.filter(({ state }) => state === 'open')
  const wrong = pick(open, step.a)
  const isAsked = world.trades.some(({ state }) => state === 'choosing') || world.payments.some((one) => one.isChoosing)
  return wrong && !isAsked ? closeWindow(world, step, wrong) : choosePrice(world, step)
}

/** Two people take back what was sold at a wrong price; now and then somebody trades at that very moment. */
async function closeWindow(world: World, { who, b, ...step }: Step, wrong: WrongPrice): Promise<Moves> {
  const { from, to } = wrong
  const bounds = { store: world.store, from: from.toISOString(), to: to.toISOString() }
  const asked = await asStaff(world, who, ['/windows/propose', { ...bounds, reason: 'The feed sent another price' }])
  if (asked.error === 'window_empty') return requireEmpty(world, wrong)
  if (asked.status !== 200) throw new Violation(`no window is asked for: ${asked.status} ${asked.error}`)
  const [answer, moves] = await Promise.all([
    bothAgree(world, who, String(asked.data.approval_id)),
    b % 3 === 0 ? takeQuote(world, { ...step, who, a: b, b: 0 }) : [],
  ])
  if (answer.status !== 200) throw new Violation(`a window is not closed: ${answer.status} ${answer.error}`)
  wrong.state = 'closed'
  world.reached.add('window closed')
  return b % 4 > 0 ? [...moves, ...(await settleWindows(world))] : moves
}

function requireEmpty({ trades }: World, wrong: WrongPrice): Moves {
  wrong.state = 'closed'
  if (trades.some((trade) => trade.wrong === wrong && isWrong(trade)))
    throw new Violation('a window over trades at a wrong price is taken for empty')
  return []
}

/** The rounds of price windows; every sale of them is settled then, and each trade is one of them exactly when its price was wrong. */
export async function settleWindows(world: World): Promise<Moves> {
  if (!world.wrongs.some(({ state }) => state === 'closed')) return []
  await world.owner.query(`update orders.window_sales set next_try_at = now() where state in ('waiting', 'choosing')`)
  const { karat } = world.shop
  await world.owner.query(`update vault.price_choices set next_try_at = now() where state = 'open'`)
  for (const round of [settleSales, endChoices, endTradeChoices]) await again<unknown>(world, () => round(karat))
  return readWindows(world)
}

type Settled = { kind: string; id: string; state: string; choice: string | null; order: string | null }

/** What the rounds have made of sales at a wrong price, by what this world knows of them. */
async function readWindows(world: World): Promise<Moves> {
  const { rows } = await world.owner.query<Settled>(
    `select s.kind, s.sale_id as id, s.state, c.state as choice, o.state as order from orders.window_sales s
      left join orders.orders o on s.kind = 'order' and o.id = s.sale_id
      left join vault.price_choices c on s.kind = 'trade' and c.trade_id = s.sale_id where s.member_id = any($1)`,
    [world.people.map(({ member }) => member.id)],
  )
  for (const { kind, state } of rows) world.reached.add(`${kind} ${state}`)
  const waiting = rows.find(({ state }) => state === 'waiting')
  if (waiting) {
    if (world.sinceCut > 0) throw new Violation(`a ${waiting.kind} of a price window is not settled`)
    return []
  }
  for (const quote of world.quotes) if (quote.state === 'open' && isTaken(quote)) quote.state = 'over'
  for (const payment of world.payments)
    if (payment.kind === 'purchase' && !payment.settled && isTaken(payment)) payment.over = true
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...world.trades.flatMap((trade) => readTrade(trade, byId.get(trade.id))), ...(await readOrders(world, rows))]
}

const isTaken = (sale: Priced) => sale.wrong?.state === 'closed' && isWrong(sale)

function readTrade(trade: KnownTrade, settled: Settled | undefined): Moves {
  const { owner, cash, gold, state, isOverdue } = trade
  if (isTaken(trade) !== (settled !== undefined))
    throw new Violation(`a trade at ${trade.price} is ${settled ? `${settled.state}, though that was right` : 'left'}`)
  if (!settled?.choice || state === 'over') return []
  trade.state = settled.choice === 'open' ? 'choosing' : 'over'
  if (settled.choice !== 'undone') return []
  if (!isOverdue) throw new Violation('a trade was undone, and its member had not chosen')
  return [undone({ owner, cash, gold })]
}

/** Gold of a sale is its member's again, whatever the store has. */
const undone = ({ owner, cash, gold }: Pick<KnownTrade, 'owner' | 'cash' | 'gold'>): Moves[number] => ({
  ...{ who: owner, cash: [-cash], gold: -gold },
  ...(gold < 0n && { isBack: true }),
})

/** Orders that wait for their choice; what balance and grams had paid of one that ended is its member's again. */
async function readOrders(world: World, rows: Settled[]): Promise<Moves> {
  const moves: Moves = []
  for (const { id, state, order: became } of rows.filter(({ kind }) => kind === 'order')) {
    const order = world.payments.find(({ subject }) => subject === id)
    if (!order) continue
    order.isChoosing = state === 'choosing'
    if (became !== 'cancelled') continue
    order.over = true
    if (order.numbered) moves.push({ who: order.owner, cash: [0n], gold: order.grams, isBack: true })
    order.numbered = false
  }
  return moves
}

const ways: TradeChoice[] = ['undo', 'correct']

/** A member says what is to become of a trade: one way, or both at once; now and then somebody else does, or of one that is decided. */
async function choosePrice(world: World, { who, a, b }: Step): Promise<Moves> {
  const asked = world.trades.filter(({ state }) => state === (b % 6 === 5 ? 'over' : 'choosing'))
  const trade = pick(asked, a)
  if (!trade) return chooseOrder(world, b)
  const person = b % 7 === 6 ? personOf(world, who) : trade.owner
  const shown = await again(world, () => get<PriceChoicesView>(world, person, '/trade/price_choices'))
  const choice = shown.choices.find(({ trade_id }) => trade_id === trade.id)
  if ((choice !== undefined) !== (trade.state === 'choosing' && person === trade.owner))
    throw new Violation(`a trade that is ${trade.state} is ${choice ? 'shown' : 'not shown'} to choose`)
  if (choice) requireRight(trade, choice)
  const tried = b % 3 === 0 ? ways : ways.filter((_, n) => n === b % 2)
  const answers = await Promise.all(
    tried.map((way) => post<unknown>(world, person, '/trade/price_choice', { trade_id: trade.id, way, pin: PIN })),
  )
  if (!choice) return requireRefused(answers, person === trade.owner ? 'price_chosen' : 'not_found')
  const done = tried.filter((_, n) => answers[n]?.http === 200)
  if (done.length > 1) throw new Violation('a trade was undone and corrected')
  const [way] = done
  if (way) return [chosen(world, trade, way)]
  for (const [n, { error }] of answers.entries()) requireReason(trade, tried[n], error)
  return []
}

/** What is offered is the same grams at the price that followed. */
function requireRight(trade: KnownTrade, { right_amount }: PriceChoicesView['choices'][number]): void {
  if (units(right_amount) !== rightAmount(trade))
    throw new Violation(`${right_amount} is asked for ${trade.gold} units`)
}

const sizeOf = (gold: bigint) => weight(gold < 0n ? -gold : gold)
function rightAmount({ side, gold, wrong }: KnownTrade): bigint {
  if (!wrong?.right) throw new Violation('a trade at a right price is to be chosen')
  return rightFigures(side, sizeOf(gold), wrong.right).amount
}

function chosen(world: World, trade: KnownTrade, way: TradeChoice): Moves[number] {
  trade.state = 'over'
  world.reached.add(`trade ${way === 'undo' ? 'undone' : 'corrected'}`)
  if (way === 'undo') return undone(trade)
  const { owner, side, cash } = trade
  const difference = (side === 'buy' ? -rightAmount(trade) : rightAmount(trade)) - cash
  if (difference > 0n) owner.free = true
  return { who: owner, cash: [difference], gold: 0n }
}

function requireRefused(answers: Answer<unknown>[], as: string): Moves {
  const other = answers.find(({ error }) => error !== as)
  if (other) throw new Violation(`a choice that is not there answers ${other.http} ${other.error}`)
  return []
}

/** What was bought can always be given back, and what was sold while the vault has such grams; to correct takes the difference. */
function requireReason({ side, owner, cash }: KnownTrade, way: TradeChoice | undefined, error: string | null): void {
  if (error === 'not_possible_now') return
  if (way === 'correct' && error === 'balance_too_low') return
  if (way === 'undo' && side === 'sell' && error === 'gold_sold_out') return
  throw new Violation(`to ${way} a ${side} over ${cash} of ${owner.name} is refused as ${error}`)
}

/** The same of an order: its money back, whether or not it is bought again. */
async function chooseOrder(world: World, b: number): Promise<Moves> {
  const order = world.payments.find(({ isChoosing }) => isChoosing)
  if (!order) return []
  const body = { order_id: order.subject, choice: b % 2 === 0 ? 'refund' : 'buy_again' }
  const { http, error } = await post<unknown>(world, order.owner, '/order/price_choice', body)
  if (http === 200) return readWindows(world)
  if (error === 'not_possible_now') return [] // judgeStop: of who is stopped alone
  // What a bank holds, or has taken back, is not given back.
  const isHeld = !order.plain && ['payment_disputed', 'payment_short'].includes(error ?? '')
  if (!isHeld) throw new Violation(`an order that waits for its choice answers ${http} ${error}`)
  return []
}

/** The day to choose is over: what nobody has said anything about is undone, or its money goes back. */
export async function choicesEnd(world: World): Promise<Moves> {
  const waiting = world.trades.filter(({ state }) => state === 'choosing')
  if (waiting.length === 0 && !world.payments.some(({ isChoosing }) => isChoosing)) return []
  for (const trade of waiting) trade.isOverdue = true
  const ids = world.people.map(({ member }) => `'${member.id}'`).join(', ')
  await world.owner.query(`
    begin;
    alter table vault.price_choices disable trigger guard_price_choice;
    update vault.price_choices set choose_until = now() where state = 'open' and member_id in (${ids});
    alter table vault.price_choices enable trigger guard_price_choice;
    update orders.window_sales set choose_until = now() where state = 'choosing' and member_id in (${ids});
    commit`)
  const moves = await settleWindows(world)
  for (const { state } of waiting) world.reached.add(`choice ${state} after its time`)
  return moves
}
