/** The letter of a draft once more: it was lost, or the customer asks for it on the telephone. */
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact, isEmailOfMember, isFrozenNow } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { storeOf } from '../../stores/stores.ts'
import { refuseOver } from './end-draft.ts'
import { letterOf } from './make-draft.ts'

type Waiting = {
  id: string
  number: string
  store: string
  member: string | null
  email: string | null
  language: string | null
  letters: number
}

/**
 * The same letter goes to whom the draft is for; the price stays as it is. A new customer who has signed up meanwhile gets a member's letter.
 *
 * Refuses permission_missing; not_found; draft_over with its `state`; draft_member of a frozen account; draft_letters beyond so many.
 */
export const sendDraftAgain = (
  karat: Bag<'orders'>,
  staff: Staff,
  draftId: string,
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const draft = await tx.row<Waiting>(sql`
      select id, number, store, member_id as member, email, language, letters from orders.drafts
      where id = ${draftId} and state = 'open' and ends_at > now() for update`)
    if (!draft) return refuseOver(tx, draftId)
    const most = settings.drafts.mostLetters
    if (draft.letters >= most) throw new Refusal('draft_letters', { limit: most })
    if (draft.member && (await isFrozenNow(tx, draft.member))) throw new Refusal('draft_member')
    await tx.run(sql`update orders.drafts set letters = letters + 1 where id = ${draftId}`)
    await write(tx, karat, draft)
    await recordAction(tx, staff, {
      action: 'orders.draft',
      subject: { kind: 'draft', id: draftId },
      store: draft.store,
      details: { did: 'send_draft_again', number: draft.number },
    })
    return { done: true }
  })

async function write(tx: Tx, karat: Bag<'orders'>, { member, email, store, language, letters, ...draft }: Waiting) {
  const { values, onceKey } = letterOf(karat, draft)
  const letter = { store, values, onceKey: `${onceKey}:${letters}` }
  if (member) return queueMail(tx, { ...(await findContact(tx, member)), ...letter, template: 'draft_ready' })
  if (!email) throw new Error(`the draft ${draft.number} is for nobody`)
  const to = { destination: email, channel: 'email', language: language ?? storeOf(karat, store).language } as const
  const template = (await isEmailOfMember(tx, email)) ? 'draft_ready' : 'draft_invites'
  return queueMail(tx, { ...to, ...letter, template })
}
