/** Money that waits to be paid at the bank, and the two people who note that it was. */
import { sql } from '../../src/db/database.ts'
import { deleteMember } from '../../src/rights/delete-member.ts'
import type { WaitingView } from '../../src/vault/remittances/remittance-contract.ts'
import { fakePayouts, payoutRound, restPayouts, withdrawal, withdrawer } from './payouts.ts'
import type { Shop } from './shop.ts'
import { askStaff, type TestStaff } from './staff.ts'
import { vaultMember } from './vault.ts'

/** A withdrawal that came back after its member had closed their account. */
export async function cameBack(shop: Shop, amount: bigint) {
  const provider = fakePayouts(shop)
  provider.does = 'paid'
  const member = await withdrawer(shop, amount)
  const { payout_id: id, number } = await withdrawal(shop, member, amount)
  await payoutRound(shop)
  const closing = { memberId: member.id, passwordHash: 'of nothing' }
  await shop.karat.db.transaction((tx) => deleteMember(shop.karat, tx, closing))
  provider.all('returned')
  await payoutRound(shop)
  await restPayouts(shop)
  return { kind: 'payout', id, number, member } as const
}

/** Money that two people carried out of a legal hold, owed to an authority. */
export async function owedByOrder(shop: Shop, [one, two]: readonly [TestStaff, TestStaff], amount: bigint) {
  const member = await vaultMember(shop, { cash: amount })
  const hold = { member_id: member.id, kind: 'court', reason: 'a paper' }
  const { case_id } = (await askStaff(shop, one, '/cases/openHold', hold)).data as { case_id: string }
  const order = { kind: 'court_order', asset: 'cash', amount: `${amount}`, authority: 'Kejaksaan Negeri Jakarta Pusat' }
  const { data } = await askStaff(shop, one, '/cases/carryOut', { case_id, ...order, reason: 'the judgment' })
  await askStaff(shop, two, '/approvals/approve', { approval_id: data.approval_id })
  const row = await shop.karat.db.row<{ id: string; number: string }>(sql`
    select id, number from vault.legal_transfers where case_id = ${case_id}`)
  if (!row) throw new Error('nothing was carried out')
  return { kind: 'court_order', ...row, case_id, member } as const
}

type Waits = { kind: string; id: string }
export const toBank = { bank: 'BCA', account: '123 456 7890', holder: 'RATNA W.' }

export const askRemit = (shop: Shop, who: TestStaff, { kind, id }: Waits, more: object = {}) =>
  askStaff(shop, who, '/payouts/remit', { kind, id, reference: 'BCA 4711', reason: 'The former member wrote', ...more })
export const askReturned = (shop: Shop, who: TestStaff, remittance_id: string) =>
  askStaff(shop, who, '/payouts/remitReturned', { remittance_id, reason: 'The bank sent it back' })
export const approve = (shop: Shop, who: TestStaff, approval_id: unknown) =>
  askStaff(shop, who, '/approvals/approve', { approval_id })

export const atTheBank = async (shop: Shop, who: TestStaff, filter = '') =>
  (await askStaff(shop, who, `/payouts/bank?size=100${filter}`)).data as unknown as {
    total: number
    rows: WaitingView[]
  }

/** What an account of the store `id` has in the books. */
export async function inTheBooks({ karat }: Shop, kind: 'payout_clearing' | 'court_payable' | 'bank'): Promise<bigint> {
  const row = await karat.db.row<{ sum: bigint }>(sql`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where a.owner = 'house:id' and a.kind = ${kind}`)
  return row?.sum ?? 0n
}
