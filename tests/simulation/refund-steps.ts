/** Steps of orders on their way to their buyers, and of money that those ask back. */

import { listPieces } from '../../src/catalogue/move-pieces.ts'
import { showSerial } from '../../src/catalogue/serial-rules.ts'
import { issueInvoice } from '../../src/orders/papers/issue-invoice.ts'
import { pickupCodeOf } from '../../src/orders/parcels/pickup-code.ts'
import type { RefundRequestView, RefundStatusView } from '../../src/orders/refunds/refund-contract.ts'
import { refundReasons } from '../../src/orders/refunds/refund-rules.ts'
import { asStaff, bothAgree } from './house-steps.ts'
import { capture, openOrder } from './payment-steps.ts'
import { takeNumbers } from './redeem-steps.ts'
import type { Step } from './steps.ts'
import { pick, units } from './trade-steps.ts'
import { again, get, type KnownPayment, type Moves, post, tryPost, Violation, type World } from './world.ts'

const mayWait = [
  ...['order_state', 'refund_waiting', 'price_choice_waiting', 'payment_disputed', 'payment_short'],
  ...['payment_uncleared', 'invoice_not_ready', 'not_possible_now', 'parcel_paid_back'],
]

/** The house prepares an order, has it ready and hands it over, some of these; where there is none, one is ordered and paid first. */
export async function fulfil(world: World, step: Step): Promise<Moves> {
  const moves: Moves = []
  if (ordersOf(world).length === 0)
    moves.push(...(await openOrder(world, step)), ...(await capture(world, { ...step, a: 1, b: 0 })))
  const order = pick(ordersOf(world), step.a)
  for (let times = 0; order && times <= step.b % 3; times++) moves.push(...(await next(world, step.who, order)))
  return moves
}

async function next(world: World, who: number, order: KnownPayment): Promise<Moves> {
  const state = await stateOf(world, order)
  const body = { order_id: order.subject, expected: state }
  if (state === 'paid') return moveOn(world, who, order, ['/orders/prepare', body])
  if (state === 'ready_for_pickup') {
    const code = pickupCodeOf(world.shop.karat, order.subject)
    return moveOn(world, who, order, ['/orders/handOver', { ...body, code, document: 'identity_card' }])
  }
  if (state !== 'preparing') return []
  const moves = order.grams > 0n ? await takeNumbers(world, order) : await invoiced(world, order)
  for (const { serial } of await listPieces(world.shop.karat.db, order.subject))
    await asStaff(world, who, ['/orders/scan', { order_id: order.subject, number: showSerial(serial) }])
  return [...moves, ...(await moveOn(world, who, order, ['/orders/ready', body]))]
}

async function moveOn(world: World, who: number, order: KnownPayment, call: [string, object]): Promise<Moves> {
  const { status, error } = await asStaff(world, who, call)
  if (status !== 200) {
    if (!mayWait.includes(error ?? '')) throw new Violation(`${call[0]} answers ${status} ${error}`)
    return []
  }
  if (isAsked(order)) throw new Violation(`G10: ${call[0]} of an order whose money is asked back`)
  if (order.isChoosing) throw new Violation(`${call[0]} of an order that waits for a choice`)
  if (call[0] === '/orders/handOver') {
    if (order.owner.stops.length > 0) throw new Violation(`${order.owner.name} is stopped, and was handed an order`)
    world.reached.add('handed over')
  }
  return []
}

async function invoiced(world: World, { subject }: KnownPayment): Promise<Moves> {
  await again(world, () => issueInvoice(world.shop.karat, subject))
  return []
}

const ordersOf = ({ payments }: World) => payments.filter(({ kind }) => kind === 'order')

async function stateOf({ owner }: World, { subject }: KnownPayment): Promise<string> {
  const { rows } = await owner.query<{ state: string }>('select state from orders.orders where id = $1', [subject])
  return rows[0]?.state ?? ''
}

/** A request that waits for the house is decided; or something is asked back, and decided now or later. */
export async function moneyBack(world: World, step: Step): Promise<Moves> {
  const waiting = pick(ordersOf(world).filter(isAsked), step.a)
  if (waiting && step.b % 5 > 0) return decideBack(world, waiting, step)
  await askBack(world, step)
  const asked = ordersOf(world).find(isAsked)
  return asked && step.a % 2 === 0 ? decideBack(world, asked, step) : []
}

const isAsked = ({ asked }: KnownPayment) => asked.some(isOpen)

/** A buyer asks for money back, of all or of a piece, for a reason that is open to them, or for one that may not be. */
async function askBack(world: World, { a, b }: Step): Promise<void> {
  const order = pick(ordersOf(world), a)
  if (!order) return
  const { reasons, order: shown } = await statusOf(world, order)
  const reason = reasons[b % Math.max(1, reasons.length)] ?? refundReasons[b % refundReasons.length]
  const isWhole = reason === 'changed_mind' || reason === 'too_slow'
  const lines = isWhole || b % 2 === 0 ? {} : { lines: [{ position: shown.lines[0]?.position ?? 0, quantity: 1 }] }
  const refused = ['refund_not_open', 'refund_pieces_taken', 'price_choice_waiting', 'cancel_fallen', 'payment_short']
  const made = await tryPost<RefundRequestView>(world, order.owner, '/product/order_refund', {
    body: { order_id: order.subject, reason, ...lines },
    refused: [...refused, 'payment_disputed'],
  })
  if (!made) return
  if (!reasons.some((one) => one === reason)) throw new Violation(`G10: ${reason} was not open, and was asked for`)
  order.asked.push({ id: made.request_id, state: made.state })
  world.reached.add(`asked back as ${reason}`)
  await requireOnce(world, order)
}

const statusOf = (world: World, { owner, subject }: KnownPayment) =>
  again(world, () => get<RefundStatusView>(world, owner, `/order/refund_status?order_id=${subject}`))

/** G10: no piece is asked back twice, and no more is given back than was paid. */
async function requireOnce(world: World, order: KnownPayment): Promise<void> {
  const { requests, order: shown } = await statusOf(world, order)
  for (const request of requests) {
    const known = order.asked.find(({ id }) => id === request.request_id)
    if (known) known.state = request.state
  }
  for (const { position, quantity } of shown.lines) {
    const taken = requests.flatMap(({ state, lines }) =>
      lines.filter((line) => line.position === position).map((line) => piecesOf(state, line)),
    )
    const sum = taken.reduce((all, one) => all + one, 0)
    if (sum > quantity) throw new Violation(`G10: ${sum} of ${quantity} pieces are asked back`)
  }
  const back = requests.reduce(
    (sum, { state, granted }) => (state === 'executed' ? sum + units(granted ?? '0') : sum),
    0n,
  )
  if (back > order.amount) throw new Violation(`G10: ${back} of ${order.amount} goes back`)
}

type Line = RefundRequestView['lines'][number]
const piecesOf = (state: string, { quantity, granted }: Line) =>
  state === 'requested' ? quantity : state === 'granted' || state === 'executed' ? granted : 0

/** The house decides what was asked for and carries out what was granted, now and then two of it at once; or its member takes it back. */
async function decideBack(world: World, order: KnownPayment, { who, a, b }: Step): Promise<Moves> {
  const request = order.asked.find(isOpen)
  if (!request) return []
  if (request.state === 'requested') await decide(world, order, { who, b })
  await requireOnce(world, order)
  const moves = request.state === 'granted' && a % 4 > 0 ? await execute(world, order, { who, b }) : []
  await requireOnce(world, order)
  return moves
}

const isOpen = ({ state }: { state: string }) => state === 'requested' || state === 'granted'
type Deciding = { who: number; b: number }

async function decide(world: World, order: KnownPayment, { who, b }: Deciding): Promise<void> {
  const request_id = order.asked.find(isOpen)?.id
  if (b % 8 === 7) {
    const { http, error } = await post(world, order.owner, '/order/withdraw_refund', { request_id })
    if (http !== 200) throw new Violation(`a request that nobody decided is not withdrawn: ${http} ${error}`)
    return
  }
  if (b % 8 === 6)
    return requireDone(await asStaff(world, who, ['/refunds/reject', { request_id, answer: reason }]), [])
  const answers = await atOnce(world, { who, b }, ['/refunds/grant', { request_id, reason }])
  const refused = ['order_state', 'price_unavailable', 'cancel_fallen', 'payment_disputed', 'payment_short']
  const [done, second] = answers.filter(({ status }) => status === 200)
  if (second) throw new Violation('G10: a request was granted twice')
  for (const answer of answers) requireDone(answer, [...refused, 'refund_state'])
  if (done) world.reached.add('money back granted')
}

const reason = 'The seal was broken when it came'

/** One person, or now and then both at once. */
const atOnce = (world: World, { who, b }: Deciding, call: [string, object]) =>
  Promise.all((b % 3 === 0 ? [who, who + 1] : [who]).map((one) => asStaff(world, one, call)))

function requireDone({ status, error }: { status: number; error: string | null }, refused: string[]): void {
  if (status !== 200 && !refused.includes(error ?? '')) throw new Violation(`it is refused as ${status} ${error}`)
}

async function execute(world: World, order: KnownPayment, { who, b }: Deciding): Promise<Moves> {
  const request_id = order.asked.find(isOpen)?.id
  const execute: [string, object] = ['/refunds/execute', { request_id, reason }]
  const waived = await asStaff(world, who, ['/returns/waive', { request_id, kind: 'before', reason }])
  requireDone(waived, ['return_not_asked', 'refund_state', 'edited_meanwhile'])
  const answers = await atOnce(world, { who, b }, execute)
  const refused = ['order_state', 'payment_disputed', 'payment_short', 'refund_state', 'approval_waiting']
  for (const answer of answers) requireDone(answer, [...refused, 'second_person_required', 'refund_exceeds_captured'])
  const first = answers.findIndex(({ status }) => status === 200)
  const approval = answers[first]?.data?.approval_id
  if (first < 0) return []
  if (answers.filter(({ status }) => status === 200).length > 1) throw new Violation('G10: money went back twice')
  if (approval) requireDone(await bothAgree(world, who + first, String(approval)), refused)
  const isDone = (await statusOf(world, order)).requests.some(
    (one) => one.request_id === request_id && one.state === 'executed',
  )
  return isDone ? executed(world, order) : []
}

/** What was paid in grams is its member's again; what a balance had paid comes back with the next round. */
async function executed(world: World, order: KnownPayment): Promise<Moves> {
  world.reached.add('money back executed')
  order.isReturning = true
  if ((await stateOf(world, order)) === 'cancelled') order.over = true
  const back = order.numbered ? order.grams : 0n
  order.numbered = false
  return [{ who: order.owner, cash: [0n], gold: back, isBack: true }]
}
