/** Steps of members who sell bars of their orders back, and of the desk that weighs, offers, pays and gives back. */
import type { GoldBackCaseView, GoldBackQuoteView, OwnForSaleView } from '../../src/goldback/contract.ts'
import { endLate } from '../../src/goldback/end-late.ts'
import { weight, weightText } from '../../src/money/money.ts'
import { settlePieces } from '../../src/orders/papers/order-papers.ts'
import { desk, signature } from '../support/goldback.ts'
import { pickupPoint } from '../support/purchase.ts'
import { PIN } from '../support/vault.ts'
import { asStaff, bothAgree } from './house-steps.ts'
import { capture, openOrder } from './payment-steps.ts'
import { fulfil } from './refund-steps.ts'
import type { Step } from './steps.ts'
import { personOf, pick, units } from './trade-steps.ts'
import { again, get, type KnownCase, type Moves, type Person, post, tryPost, Violation, type World } from './world.ts'

const drawn = signature()
/** What paid for a piece may be taken back, or is asked back; and what a store without a live price, or a level, refuses. */
const refused = [
  ...['price_unavailable', 'quote_expired', 'price_on_hold', 'goldback_piece_unknown', 'goldback_piece_taken'],
  ...['refund_waiting', 'payment_disputed', 'payment_short', 'payment_uncleared', 'verification_required'],
]

/** Somebody sells a bar of an order of theirs; where they have none, one is ordered, paid and handed over first. */
export async function sellBack(world: World, step: Step): Promise<Moves> {
  const owner = personOf(world, step.who)
  const free = async () =>
    (await again(world, () => get<OwnForSaleView>(world, owner, '/trade/goldBack'))).pieces.filter(
      ({ case_id }) => case_id === null,
    )
  const moves: Moves = []
  if ((await free()).length === 0) moves.push(...(await bringHome(world, step)))
  const serials = (await free()).slice(0, 1).map(({ serial }) => serial)
  if (serials.length > 0) await consign(world, owner, { ...step, serials })
  return moves
}

async function bringHome(world: World, step: Step): Promise<Moves> {
  const known = world.payments.length
  const moves = await openOrder(world, { ...step, a: 0 })
  if (world.payments.length === known) return moves
  moves.push(...(await capture(world, { ...step, a: 1, b: 0 })))
  // What paid for it is no longer taken back by itself, or it would not be handed over; its bank may still say otherwise.
  await world.owner.query(`update payments.payments set captured_at = captured_at - interval '60 days' where id = $1`, [
    world.payments[known]?.payment,
  ])
  moves.push(...(await fulfil(world, { ...step, a: 1, b: 2 })))
  // The worker's: what was handed over is its buyer's.
  await again(world, () => settlePieces(world.shop.karat, world.payments[known]?.subject ?? ''))
  return moves
}

type Consigning = Step & { serials: string[] }

async function consign(world: World, owner: Person, { a, b, who, serials }: Consigning): Promise<void> {
  const thief = personOf(world, who + 1)
  if (a % 5 === 4 && (await tryPost(world, thief, '/trade/goldBack_quote', { body: { serials }, refused })))
    throw new Violation('G19: a piece of somebody else is sold back')
  const quote = await tryPost<GoldBackQuoteView>(world, owner, '/trade/goldBack_quote', { body: { serials }, refused })
  if (!quote) return
  if (!world.live) throw new Violation('G1: a piece is quoted without a live price')
  const ways = [{}, { destination_id: owner.destination }, { paid_in: 'grams' }] as const
  const way = ways[b % ways.length] ?? {}
  const body = {
    ...{ quote_id: quote.quote_id, pin: PIN, signature: await drawn, ...way },
    pickup_point_id: await again(world, () => pickupPoint(world.shop, world.store)),
  }
  const made = await tryPost<GoldBackCaseView>(world, owner, '/trade/goldBack', { body, refused })
  if (!made) return
  if (units(made.amount) !== units(quote.amount))
    throw new Violation(`G2: quoted ${quote.amount}, signed ${made.amount}`)
  const [piece] = made.pieces_in_it
  if (!piece) throw new Violation('a case without a piece')
  world.cases.push({
    ...{ id: made.case_id, owner, piece: piece.serial, gross: units(piece.gross), fineness: piece.fineness },
    ...{ state: 'booked', fine: units(made.weight), fixed: made.fixed_until === null ? undefined : units(made.quoted) },
    ...{ inGrams: made.paid_in === 'grams', toAccount: 'destination_id' in way, isLess: false },
  })
  world.reached.add(`sold back for ${made.paid_in}`)
}

/** A case goes on, by one move or some: at the desk, by its member, or because somebody is late. */
export async function caseGoesOn(world: World, step: Step): Promise<Moves> {
  const moves: Moves = []
  const open = world.cases.filter(({ state }) => state !== 'over')
  const one = pick(open, step.a)
  for (let times = 0; one && times <= step.b % 4; times++) moves.push(...(await next(world, one, step)))
  return moves
}

type Next = (world: World, one: KnownCase, step: Step) => Promise<Moves>

const next: Next = (world, one, step) =>
  one.state === 'over' ? Promise.resolve([]) : nexts[one.state](world, one, step)

const nexts: Record<Exclude<KnownCase['state'], 'over'>, Next> = {
  booked,
  async received(world, one, { who, b }) {
    one.isLess = b % 2 === 0
    const weighed = weightText(weight(one.isLess ? one.gross - 1_000n : one.gross))
    const found = [{ position: 0, weighed, assayed: one.fineness, method: 'xrf', stamped: null }]
    await atDesk(world, who, one, ['/goldback/inspect', { found }, 'inspecting'])
    return []
  },
  inspecting,
  counter_offer: answered,
  accepted: paid,
  async rejected(world, one, { who }) {
    await atDesk(world, who, one, ['/goldback/return', { document: 'identity_card' }, 'over'])
    return []
  },
}

/** It is brought, or its member thinks better of it, or nobody comes. */
async function booked(world: World, one: KnownCase, { who, b }: Step): Promise<Moves> {
  if (b % 7 === 6) {
    const { http, error } = await post(world, one.owner, '/trade/goldBack_cancel', { case_id: one.id })
    if (http !== 200) throw new Violation(`a case that nobody brought is not taken back: ${http} ${error}`)
    one.state = 'over'
  } else if (b % 7 === 5) await endsLate(world, one, 'lapsed')
  else {
    const body = { serials: [one.piece], document: 'identity_card', bag: '7718' }
    await atDesk(world, who, one, ['/goldback/receive', body, 'received'])
  }
  return []
}

/** A deadline of it has passed, and a round comes by; an answer beside it is refused. */
async function endsLate(world: World, one: KnownCase, becomes: 'lapsed' | 'rejected'): Promise<void> {
  const deadline = becomes === 'lapsed' ? 'come_until' : 'answer_until'
  await world.owner.query(`
    set session_replication_role = replica;
    update goldback.cases set ${deadline} = now() - interval '1 second' where id = '${one.id}';
    set session_replication_role = origin`)
  if (becomes === 'rejected') {
    const { http } = await post(world, one.owner, '/trade/goldBack_answer', { case_id: one.id, accept: true, pin: PIN })
    if (http === 200) throw new Violation('an offer was accepted after its deadline')
  }
  await again(world, () => endLate(world.shop.karat))
  const state = await stateOf(world, one)
  if (state !== becomes) throw new Violation(`a case that is late is ${state}`)
  one.state = becomes === 'lapsed' ? 'over' : 'rejected'
  world.reached.add(`sold back, ${becomes}`)
}

const stateOf = async ({ owner }: World, { id }: KnownCase): Promise<string> =>
  (await owner.query<{ state: string }>('select state from goldback.cases where id = $1', [id])).rows[0]?.state ?? ''

/** What is as it was sold is accepted, and nothing else; for less its member is made an offer, which shows a picture. */
async function inspecting(world: World, one: KnownCase, { who, b }: Step): Promise<Moves> {
  const [decision, becomes] = one.isLess
    ? b % 8 === 0
      ? (['reject', 'rejected'] as const)
      : (['offer', 'counter_offer'] as const)
    : (['accept', 'accepted'] as const)
  const wrong = await asStaff(world, who, [
    '/goldback/decide',
    { case_id: one.id, decision: one.isLess ? 'accept' : 'offer', reason: words },
  ])
  if (wrong.status === 200) throw new Violation(`a piece that ${one.isLess ? 'lacks gold' : 'is whole'} was decided so`)
  if (one.isLess) await again(world, () => desk(world.shop, world.staff[0], { case_id: one.id }).show())
  await atDesk(world, who, one, ['/goldback/decide', { decision, reason: words }, becomes])
  if (one.state === 'accepted' || one.state === 'counter_offer') await requireWorth(world, one)
  return []
}

const words = 'A deep scratch along the edge'

/** What is offered is what was found at the price that is certain: the one that was signed, where that is fixed. */
async function requireWorth(world: World, one: KnownCase): Promise<void> {
  const shown = await again(world, () =>
    get<GoldBackCaseView>(world, one.owner, `/trade/goldBack_case?case_id=${one.id}`),
  )
  const [price, fine, offer] = [units(shown.price ?? '0'), units(shown.offer_weight ?? '0'), units(shown.offer ?? '0')]
  const most = one.isLess ? ((one.gross - 1_000n) * BigInt(one.fineness)) / 10_000n : one.fine
  if (fine !== most) throw new Violation(`a case of ${most} units is offered ${fine}`)
  if (offer !== (fine * price) / 10_000n) throw new Violation(`a case offers ${offer} for ${fine} units at ${price}`)
  if (one.fixed !== undefined && price !== one.fixed) throw new Violation(`fixed at ${one.fixed}, bought at ${price}`)
  Object.assign(one, { offer, fine })
}

/** Its member takes the offer or wants the piece back, says both at once, or says nothing. */
async function answered(world: World, one: KnownCase, { b }: Step): Promise<Moves> {
  if (b % 5 > 2) {
    await endsLate(world, one, 'rejected')
    return []
  }
  const ways = b % 5 === 2 ? [true, false] : [b % 5 === 0]
  const answers = await Promise.all(
    ways.map((accept) => post(world, one.owner, '/trade/goldBack_answer', { case_id: one.id, accept, pin: PIN })),
  )
  const done = ways.filter((_, n) => answers[n]?.http === 200)
  if (done.length > 1) throw new Violation('an offer was accepted and declined')
  if (done.length === 1) one.state = done[0] ? 'accepted' : 'rejected'
  else if (answers.some(({ error }) => error !== 'not_possible_now' && error !== 'goldback_state'))
    throw new Violation(`an offer is not answered: ${answers.map(({ error }) => error)}`)
  return []
}

const notYet = [
  ...['not_possible_now', 'refund_waiting', 'payment_disputed', 'payment_short', 'payment_uncleared'],
  ...['buying_closed', 'gold_sold_out', 'verification_required', 'goldback_state', 'approval_waiting', 'piece_state'],
]

/** It is paid, now and then by two at once: what was agreed, once, to nobody who is stopped. */
async function paid(world: World, one: KnownCase, { who, b }: Step): Promise<Moves> {
  const call: [string, object] = ['/goldback/pay', { case_id: one.id, reason: words }]
  const answers = await Promise.all((b % 3 === 0 ? [who, who + 1] : [who]).map((staff) => asStaff(world, staff, call)))
  for (const { status, error } of answers)
    if (status !== 200 && !notYet.includes(error ?? '')) throw new Violation(`a case is not paid: ${status} ${error}`)
  const first = answers.findIndex(({ status }) => status === 200)
  if (first < 0) return []
  const approval = answers[first]?.data?.approval_id
  if (answers.filter(({ status }) => status === 200).length > 1) throw new Violation('a case was paid twice')
  if (approval && (await bothAgree(world, who + first, String(approval))).status !== 200) return []
  const { owner, offer = 0n, fine, inGrams, toAccount } = one
  if (owner.stops.length > 0) throw new Violation(`${owner.name} is stopped, and what they brought was paid`)
  one.state = 'over'
  if (toAccount) world.owes = true
  // No card paid for it.
  owner.free = true
  world.reached.add(`paid for what was brought, in ${inGrams ? 'grams' : 'money'}`)
  return [inGrams ? { who: owner, cash: [0n], gold: fine } : { who: owner, cash: [offer], gold: 0n }]
}

const mayWait = ['not_possible_now', 'price_unavailable']

/** The desk does something with a case, which becomes this; or it has to wait. */
async function atDesk(
  world: World,
  who: number,
  one: KnownCase,
  [path, body, becomes]: [string, object, KnownCase['state']],
): Promise<void> {
  const { status, error } = await asStaff(world, who, [path, { case_id: one.id, ...body }])
  if (status !== 200) {
    if (!mayWait.includes(error ?? ''))
      throw new Violation(`${path} of a case that is ${one.state}: ${status} ${error}`)
    return
  }
  if (path === '/goldback/return' && one.owner.stops.length > 0)
    throw new Violation(`${one.owner.name} is stopped, and was given a piece back`)
  if (path === '/goldback/return') world.reached.add('given back what was brought')
  one.state = becomes
}
