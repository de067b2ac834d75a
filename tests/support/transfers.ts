/** The steps of a transfer between members through the shop's own calls. */
import { hashOfToken, newToken } from '../../src/credentials/session-token.ts'
import { holdPurposes } from '../../src/hold-purposes.ts'
import { expireHolds } from '../../src/ledger/expire-holds.ts'
import type { RecipientView, TransferView } from '../../src/vault/transfer-contract.ts'
import type { TestMember } from './members.ts'
import { asOwner } from './owner.ts'
import { ask, call } from './purchase.ts'
import type { Shop } from './shop.ts'
import { PIN } from './vault.ts'

export const addressOf = ({ id }: Pick<TestMember, 'id'>) => `${id}@karat.test`
export const shown = (shop: Shop, member: TestMember, to: string) =>
  ask<RecipientView>(shop, member, '/trade/transfer_recipient', { to })

type Sent = { to: string; weight: string; note?: string; card?: string; pin?: string; shown?: string; key?: string }

export async function send(shop: Shop, member: TestMember, { key, ...sent }: Sent) {
  const whom = sent.shown ?? (await shown(shop, member, sent.to)).shown
  const body = { note: '', card: 'none', pin: PIN, ...sent, shown: whom }
  return call<TransferView>(shop, member, '/trade/transfer', body, key ? { 'idempotency-key': key } : {})
}

/** Grams for who is no member, and the token of their link: what is kept is its hash alone, so the test puts its own there. */
export async function sentByLink(shop: Shop, member: TestMember, weight: string) {
  const { data } = await send(shop, member, {
    to: `new-${newToken()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}@example.com`,
    weight,
  })
  const token = newToken()
  await asOwner(shop.connectionString, [
    'alter table vault.transfers disable trigger guard_transfer',
    `update vault.transfers set claim_hash = '\\x${hashOfToken(token).toString('hex')}' where id = '${data.transfer_id}'`,
    'alter table vault.transfers enable trigger guard_transfer',
  ])
  return { ...data, token }
}

export const claim = (shop: Shop, member: TestMember, named: { transfer_id: string } | { token: string }) =>
  'token' in named
    ? call<TransferView>(shop, member, '/trade/transfer_claim_link', { token: named.token })
    : call<TransferView>(shop, member, '/trade/transfer_claim', { transfer_id: named.transfer_id })
export const recall = (shop: Shop, member: TestMember, { transfer_id }: { transfer_id: string }) =>
  call<TransferView>(shop, member, '/trade/transfer_recall', { transfer_id })

/** Its seven days are over; only who owns the schema can turn the clock of a hold. */
export const timeIsUp = (shop: Shop, { transfer_id }: { transfer_id: string }) =>
  asOwner(shop.connectionString, [
    'alter table ledger.holds disable trigger guarded',
    `update ledger.holds set placed_at = now() - interval '8 days', expires_at = now() where subject = '${transfer_id}'`,
    'alter table ledger.holds enable always trigger guarded',
  ])
export async function expire({ karat }: Shop): Promise<number> {
  return expireHolds(karat.db, holdPurposes(karat), (error) => {
    throw error
  })
}
