/** What both sides of a transfer are told. */
import { sql, type Tx } from '../db/database.ts'
import type { Destination } from '../identity/account-rules.ts'
import { nameOf } from '../identity/find-recipient.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import { storeOf } from '../stores/stores.ts'
import type { Card } from './transfer-rules.ts'

type Row = {
  number: string
  senderId: string
  recipientId: string | null
  store: string
  weight: bigint
  shown: string
  note: string
  card: Card
}

/** `link`: somebody who is no member is to get the token of the claim. */
type What = 'sent' | 'waits' | 'claimed' | 'returned' | { link: { to: Destination; token: string } }

export async function tellOfTransfer(tx: Tx, karat: Bag<'vault'>, id: string, what: What): Promise<void> {
  const row = await tx.row<Row>(sql`
    select number, member_id as "senderId", recipient_id as "recipientId", store, weight_e4 as weight, shown_to as shown, note, card
    from vault.transfers where id = ${id}`)
  if (!row) throw new Error(`no such transfer: ${id}`)
  const { number, senderId, recipientId, store, card, note } = row
  const grams = amountOf(row.weight, 'XAU')
  const letter = async (memberId: string) => ({ ...(await findContact(tx, memberId)), store })
  const sender = await letter(senderId)
  const toSender = { number, grams, name: row.shown }
  const gift = { name: await nameOf(tx, senderId), grams, card, note }
  if (what === 'returned')
    return queueMail(tx, {
      ...sender,
      template: 'transfer_returned',
      values: toSender,
      onceKey: `transfer-returned:${id}`,
    })
  if (what === 'claimed')
    return queueMail(tx, {
      ...sender,
      template: 'transfer_claimed',
      values: toSender,
      onceKey: `transfer-claimed:${id}`,
    })
  const template = what === 'sent' ? 'transfer_sent' : 'transfer_waits'
  await queueMail(tx, { ...sender, template, values: toSender, onceKey: `transfer:${id}` })
  if (typeof what === 'object') {
    const link = `${karat.config.PUBLIC_URL}/gift#${what.link.token}`
    const { language } = storeOf(karat, store)
    return queueMail(tx, {
      ...what.link.to,
      language,
      store,
      template: 'transfer_link',
      values: { ...gift, link },
      onceKey: `transfer-link:${id}`,
    })
  }
  if (!recipientId) throw new Error(`nobody is to have transfer ${number}`)
  await queueMail(tx, {
    ...(await letter(recipientId)),
    template: what === 'sent' ? 'transfer_received' : 'transfer_offered',
    values: gift,
    onceKey: `transfer-in:${id}`,
  })
}
