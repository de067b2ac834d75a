/**
 * Whoever reads while members trade sees books that are whole: in every snapshot members own no more gold than there is, sums are zero, and
 * balances are what their entries say (G12, G16). Control with a planted bug.
 */

import { beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../tests/support/owner.ts'
import { type Withdrawer, withdrawer } from '../../tests/support/payouts.ts'
import { pickupPoint } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { addressOf } from '../../tests/support/transfers.ts'
import { auditVault, fillVault, openVault, PIN, vaultMember } from '../../tests/support/vault.ts'
import { readBacking } from '../backing/judge-backing.ts'
import { type Queryable, sql } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { minor } from '../money/money.ts'
import { confirmOrder } from '../orders/core/confirm-order.ts'
import { payOrder } from '../orders/core/pay-order.ts'
import { submitOrder } from '../orders/core/submit-order.ts'
import { Refusal } from '../refusals.ts'
import { cancelWithdrawal, withdrawCash } from './payouts/withdraw-cash.ts'
import { quoteTrade } from './quote-trade.ts'
import { sendGold, showRecipient } from './send-gold.ts'
import { tradeGold } from './trade-gold.ts'
import type { Side } from './trade-rules.ts'

const { sound, broken } = openShopPair()
const GRAM = 10_000n
const CASH = 50_000_000n
beforeAll(async () => {
  for (const shop of [sound, broken]) await openVault(shop)
})

/** What a snapshot must not show, by its name; and how much gold members have in it. */
async function lookAt(tx: Queryable): Promise<{ wrong: string[]; members: bigint }> {
  const { members, pieces, bars, stock } = await readBacking(tx, 'id')
  const uneven = await tx.rows<{ asset: string }>(sql`
    select a.asset from ledger.entries e join ledger.accounts a on a.id = e.account_id group by 1 having sum(e.amount) <> 0`)
  const off = await tx.rows<{ owner: string }>(sql`
    select a.owner from ledger.accounts a
    cross join lateral (select coalesce(sum(amount), 0) as entries from ledger.entries where account_id = a.id) as e
    cross join lateral (select coalesce((select balance from ledger.balances where account_id = a.id),
      (select sum(balance) from ledger.parts where account_id = a.id)) as balance) as b
    where a.floored and (b.balance is distinct from e.entries or b.balance < 0)`)
  return {
    members,
    wrong: [
      ...(members > bars ? [`members own ${members}, the vault has ${bars}`] : []),
      ...(members + pieces > bars + stock ? ['gold is owed that is not there'] : []),
      ...uneven.map(({ asset }) => `${asset} does not sum to zero`),
      ...off.map(({ owner }) => `a balance of ${owner} is not what its entries say`),
    ],
  }
}

const holderOf = ({ id: memberId }: { id: string }) => ({ memberId, store: 'id', currency: 'IDR' }) as const

/** A gram pays the fine weight of a bar, and the cash balance the rest. */
async function redeem({ karat }: Shop, member: Withdrawer, pickup_point_id: number): Promise<unknown> {
  const bar = karat.catalogue
    .products('id')
    .flatMap(({ kind, skus }) => (kind === 'bar' ? skus : []))
    .find(({ fineWeight, stock }) => fineWeight === GRAM && stock > 50)
  if (!bar) throw new Error('there is no bar of a gram')
  const buyer = { ...holderOf(member), language: 'en-US' }
  const delivery = { mode: 'pickup', pickup_point_id } as const
  const held = await confirmOrder(karat, buyer, { sku_id: bar.id, quantity: 1, gold: 'grams', delivery })
  const { order_id: orderId } = await submitOrder(karat, buyer, { guaranteeId: held.id }, null)
  const payer = { id: member.id, store: 'id', currency: 'IDR' } as const
  return payOrder(karat, payer, { orderId, method: 'balance', bank: null, pin: PIN }, null)
}

async function trade({ karat }: Shop, member: Withdrawer, side: Side, grams: string): Promise<unknown> {
  const wish = { side, paidFrom: 'balance', by: 'weight', value: grams } as const
  const { quote_id: quoteId } = await quoteTrade(karat, holderOf(member), wish)
  return tradeGold(karat, holderOf(member), { side, quoteId, pin: PIN }, null)
}

async function send({ karat }: Shop, member: Withdrawer, to: string): Promise<unknown> {
  const { shown } = await showRecipient(karat, holderOf(member), to)
  return sendGold(karat, holderOf(member), { to, shown, weight: '0.3', note: '', card: 'none', pin: PIN }, null)
}

async function withdraw({ karat }: Shop, member: Withdrawer): Promise<unknown> {
  const wish = { amount: minor(100_000n), destinationId: member.destination, pin: PIN }
  const { payout_id } = await withdrawCash(karat, holderOf(member), wish, null)
  return cancelWithdrawal(karat, holderOf(member), payout_id, null)
}

type Step = (member: Withdrawer, friend: string) => Promise<unknown>

/** Members do these steps over and over, each beginning with another; what the rules refuse is refused. How often each was done. */
async function live(shop: Shop, steps: Step[], rounds: number, members: Withdrawer[]): Promise<number[]> {
  const done = steps.map(() => 0)
  const friend = addressOf(await vaultMember(shop))
  const lifeOf = async (member: Withdrawer, first: number) => {
    for (let n = 0; n < rounds * steps.length; n++) {
      const at = (first + n) % steps.length
      await steps[at]?.(member, friend).then(
        () => {
          done[at] = (done[at] ?? 0) + 1
        },
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
        },
      )
    }
  }
  await Promise.all(members.map(lifeOf))
  return done
}

/** What every snapshot showed while `work` went on; `moved`: how many different sums of members' gold were among them. */
async function watch<T>({ karat }: Shop, work: Promise<T>) {
  const seen: Awaited<ReturnType<typeof lookAt>>[] = []
  let over = false
  const end = () => {
    over = true
  }
  work.then(end, end)
  while (!over) seen.push(await inOneSnapshot(karat.db, lookAt))
  seen.push(await inOneSnapshot(karat.db, lookAt))
  const wrong = [...new Set(seen.flatMap((one) => one.wrong))]
  return { wrong, moved: new Set(seen.map(({ members }) => members)).size, done: await work }
}

const sixWith = async (shop: Shop, cash: bigint) => {
  const members: Withdrawer[] = []
  for (let n = 0; n < 6; n++) members.push(await withdrawer(shop, cash))
  return members
}

test('while six members buy, sell, send, withdraw and redeem, every snapshot is whole', async () => {
  await fillVault(sound, 20n * GRAM)
  const counter = await pickupPoint(sound)
  const steps: Step[] = [
    (member) => trade(sound, member, 'buy', '1.5'),
    (member, friend) => send(sound, member, friend),
    (member) => trade(sound, member, 'sell', '0.4'),
    (member) => withdraw(sound, member),
    (member) => redeem(sound, member, counter),
  ]
  sound.karat.hasher.pinMatches = async () => true
  const { wrong, moved, done } = await watch(sound, live(sound, steps, 3, await sixWith(sound, CASH)))
  expect(wrong).toEqual([])
  // The vault is sold out on the way, and there was something to see.
  expect([done.map((times) => times > 3), moved > 2]).toEqual([steps.map(() => true), true])
  expect(await auditVault(sound)).toEqual([])
})

test('control: without the floor of the vault, a snapshot shows grams that are not there', async () => {
  await fillVault(broken, 2n * GRAM)
  await asOwner(broken.connectionString, [
    'alter table ledger.parts drop constraint part_never_negative',
    `create or replace function ledger.move_parts(account bigint, moved bigint, own smallint) returns void language sql as $$
      update ledger.parts set balance = balance + $2 where account_id = $1 and part = $3 $$`,
  ])
  broken.karat.hasher.pinMatches = async () => true
  const buys: Step[] = [(member) => trade(broken, member, 'buy', '1')]
  const { wrong } = await watch(broken, live(broken, buys, 1, await sixWith(broken, CASH)))
  expect(wrong.join()).toContain('members own')
})
