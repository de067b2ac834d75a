/** Steps of money that is paid out: asked for, taken back, tried, told of, and sent back days later. */
import { holdPurposes } from '../../src/hold-purposes.ts'
import { expireHolds } from '../../src/ledger/expire-holds.ts'
import { payPayables } from '../../src/vault/payables/pay-payables.ts'
import { payPayouts } from '../../src/vault/payouts/pay-payouts.ts'
import type { WithdrawalView } from '../../src/vault/payouts/payout-contract.ts'
import { tellOf } from '../support/payouts.ts'
import { PIN } from '../support/vault.ts'
import { hoursPass, told200 } from './payment-steps.ts'
import type { Step } from './steps.ts'
import { payoutRefusals, personOf, pick } from './trade-steps.ts'
import {
  again,
  keepsCash,
  type Moves,
  type Person,
  post,
  requireFree,
  tryPost,
  untilSettled,
  Violation,
  type World,
} from './world.ts'

/** A withdrawal: what is held is still its member's, so nothing moves. */
export async function withdraw(world: World, { who, a }: Step): Promise<Moves> {
  const owner = personOf(world, who)
  if (!keepsCash(world)) return claimOwed(world, owner)
  const amount = [20_000n, 300_000n, owner.cash][a % 3] as bigint
  if (amount <= 0n) return []
  const body = { amount: `${amount}`, destination_id: owner.destination, pin: PIN }
  const made = await tryPost<WithdrawalView>(world, owner, '/trade/withdraw', { body, refused: payoutRefusals })
  if (made) requireFree(owner)
  if (made) world.payouts.push({ id: made.payout_id, number: made.number, owner, amount, out: 0n, isOld: false })
  return []
}

/** Where no balance is kept a member names the account that what waits for them goes to. */
async function claimOwed(world: World, owner: Person): Promise<Moves> {
  const body = { destination_id: owner.destination, pin: PIN }
  await tryPost(world, owner, '/trade/payable_claim', { body, refused: ['nothing_waits', ...payoutRefusals] })
  return []
}

/** What is owed goes to its account as soon as it may leave: withdrawals that nobody asked for. */
async function payOwed(world: World): Promise<void> {
  const { owner, people, payouts, shop } = world
  await owner.query(`update vault.payables set next_look_at = now() where next_look_at is not null`)
  await again(world, () => payPayables(shop.karat))
  const { rows } = await owner.query<{ id: string; number: string; whose: string; amount: string }>(
    `select p.id, p.number, p.member_id as whose, p.amount_minor as amount from vault.payouts p join vault.payables o on o.payout_id = p.id
      where p.member_id = any($1) and p.id <> all($2)`,
    [people.map(({ member }) => member.id), payouts.map(({ id }) => id)],
  )
  for (const { id, number, whose, amount } of rows) {
    const person = people.find(({ member }) => member.id === whose)
    if (!person) throw new Violation('something is paid to nobody')
    requireFree(person)
    payouts.push({ id, number, owner: person, amount: BigInt(amount), out: 0n, isOld: false })
    world.reached.add('paid what was owed')
  }
}

/** Its member takes one back, which ends well exactly as long as nobody was asked to pay it. */
export async function cancelWithdrawal(world: World, { a }: Step): Promise<Moves> {
  const payout = pick(world.payouts, a)
  if (!payout) return []
  const { payer } = world
  const wasAsked = payer.asked.has(payout.number)
  const { http, error } = await post(world, payout.owner, '/trade/withdraw_cancel', { payout_id: payout.id })
  if (http === 200) {
    if (wasAsked) throw new Violation('G13: a withdrawal was taken back that is being paid')
    payer.takenBack.add(payout.number)
    world.reached.add('withdrawal taken back')
  } else if (error !== 'payout_state' || !(wasAsked || payout.isOld || payer.takenBack.has(payout.number)))
    throw new Violation(`a withdrawal that nobody pays is not taken back: ${http} ${error}`)
  return []
}

const doings = ['accepted', 'paid', 'failed', 'silent', 'lost', 'failed', 'paid'] as const

/** The rounds of payouts, at a provider that does one thing or another; the last of them hears every answer. */
export async function payoutRounds(world: World, { a }: Step): Promise<Moves> {
  world.payer.doing = doings[a % doings.length] ?? 'accepted'
  if (world.owes) await payOwed(world)
  if (world.cutAt > 0) await round(world)
  world.cutAt = 0
  await round(world)
  return []
}

async function round(world: World): Promise<void> {
  await world.owner.query(`
    update vault.payouts set next_try_at = now() where next_try_at is not null;
    update vault.payout_tries set next_ask_at = now() where next_ask_at is not null`)
  await again(world, () => payPayouts(world.shop.karat))
}

/** The bank that one goes to takes it, refuses it or, days later, sends it back; the shop is told, twice, or finds out. */
export async function payoutTurns(world: World, { a, b }: Step): Promise<Moves> {
  const tried = pick([...world.payer.tries.values()], a)
  if (!tried) return []
  world.payer.turn(tried, b)
  if (b % 4 === 3) return []
  const tell = () => tellOf(world.shop, tried.payout, tried.payout.state)
  for (let times = 0; times <= b % 2; times++) await told200(world, tell)
  await untilSettled(world)
  return []
}

/** One from its beginning on: asked for, tried at a provider that does what it does, and what its bank makes of it, once or twice. */
export async function withdrawWhole(world: World, step: Step): Promise<Moves> {
  const moves = await withdraw(world, step)
  for (let times = 0; times <= step.b % 2; times++) {
    moves.push(...(await payoutRounds(world, { ...step, a: step.b })))
    moves.push(...(await payoutTurns(world, { ...step, a: 1, b: step.b })))
  }
  return moves
}

/** What has left members by payouts since the step before. */
export function payoutMoves({ payer, acquirer, payouts }: World): Moves {
  const wrong = payer.wrong ?? acquirer.wrong
  if (wrong) throw new Violation(wrong)
  return payouts.flatMap((payout) => {
    const out = payer.outOf(payout.number, payout.amount)
    const move = { who: payout.owner, cash: [payout.out - out], gold: 0n }
    payout.out = out
    return move.cash[0] === 0n ? [] : [move]
  })
}

/** To change a table has every connection plan anew what it asks of it: only where there is something to age. */
async function holdsAge({ owner, people }: World): Promise<void> {
  const ids = people.map(({ member }) => `'${member.id}'`).join(', ')
  const { rowCount } = await owner.query(
    `select from ledger.holds where member_id in (${ids}) and state = 'placed' limit 1`,
  )
  if (rowCount === 0) return
  await owner.query(`
    begin;
    alter table ledger.holds disable trigger guarded;
    update ledger.holds set placed_at = placed_at - interval '15 days', expires_at = expires_at - interval '15 days'
      where member_id in (${ids}) and state = 'placed';
    alter table ledger.holds enable always trigger guarded;
    commit`)
}

/** Fifteen days pass: what cards brought is cleared, what nobody took is its sender's again. */
export async function fortnightPasses(world: World, step: Step): Promise<Moves> {
  const ids = world.people.map(({ member }) => `'${member.id}'`).join(', ')
  await world.owner.query(`
    set session_replication_role = replica;
    update vault.deposits set clears_at = clears_at - interval '15 days' where member_id in (${ids}) and clears_at is not null;
    update vault.purchases set clears_at = clears_at - interval '15 days' where member_id in (${ids}) and clears_at is not null;
    update vault.transfers set ends_at = ends_at - interval '15 days' where member_id in (${ids}) and state = 'waiting';
    update vault.limit_orders set ends_at = ends_at - interval '15 days' where member_id in (${ids}) and state = 'open';
    set session_replication_role = origin`)
  await holdsAge(world)
  const fail = (error: unknown) => {
    throw error
  }
  await again(world, () => expireHolds(world.shop.karat.db, holdPurposes(world.shop.karat), fail))
  for (const transfer of world.transfers) transfer.state = 'over'
  for (const payout of world.payouts) payout.isOld = true
  for (const { owner, captured, plain } of world.payments) if (captured !== undefined || !plain) owner.free = true
  return hoursPass(world, step)
}
