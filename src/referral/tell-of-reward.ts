import type { Tx } from '../db/database.ts'
import { nameOf } from '../identity/find-recipient.ts'
import { maskName } from '../identity/masking-rules.ts'
import { findContact } from '../identity/member-queries.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'

type Told = { id: string; invitedId: string; memberId: string; store: string }

/** Whoever invited is told that their reward is theirs, or was taken back: by so many grams. */
export async function tellOfReward(
  tx: Tx,
  template: 'reward_credited' | 'reward_reversed',
  { id, invitedId, memberId, store }: Told,
  grams: bigint,
): Promise<void> {
  const name = maskName(await nameOf(tx, invitedId))
  await queueMail(tx, {
    ...{ ...(await findContact(tx, memberId)), store, template, onceKey: `${template}:${id}` },
    values: { name, grams: amountOf(grams, 'XAU') },
  })
}
