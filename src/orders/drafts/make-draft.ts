/** Staff put an order together: its member is told, reads it, agrees and pays. */
import { v7 as newId } from 'uuid'
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { readEmail } from '../../identity/account-rules.ts'
import { findContact, findLanguageOf, isEmailOfMember, isFrozenNow } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { moneyText } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { storeOf } from '../../stores/stores.ts'
import type { Buyer } from '../core/buyer.ts'
import { chooseWished, holdPriceDuring, wantedLine } from '../core/confirm-order.ts'
import type { Guaranteed } from '../guarantee/guarantee-store.ts'
import { shownEndOf } from '../guarantee/guarantee-view.ts'
import type { DraftMadeView, MakeDraftInput } from './draft-contract.ts'

/**
 * For a member the price of this moment is held by a guarantee of theirs, judged as if they had asked for it, and they get a letter with a
 * link. A new customer gets a letter that invites them to sign up: who they are is not known, so no price is held until they have.
 *
 * Refuses permission_missing; not_found for nobody of the store and for what it does not sell; invalid_input (email); draft_member of a frozen
 * account; drafts_open beyond so many that wait for one; draft_member_holds while they hold a price of their own; and as confirmOrder.
 */
export const makeDraft = (
  karat: Bag<'orders'>,
  staff: Staff,
  wish: MakeDraftInput,
  key: Once,
): Promise<DraftMadeView> =>
  wish.for.kind === 'member'
    ? forMember(karat, staff, { ...wish, for: wish.for }, key)
    : forNew(karat, staff, wish, key)

type ForMember = MakeDraftInput & { for: { kind: 'member'; member_id: string } }

async function forMember(karat: Bag<'orders'>, staff: Staff, wish: ForMember, key: Once): Promise<DraftMadeView> {
  const buyer = await buyerOf(karat, wish.store, wish.for.member_id)
  const id = newId()
  let number = ''
  return holdPriceDuring(
    karat,
    buyer,
    async (tx) => {
      const chosen = await chooseWished(tx, buyer, wishOf(karat, buyer, wish))
      if (await isFrozenNow(tx, buyer.memberId)) throw new Refusal('draft_member')
      await requireRoom(tx, buyer.memberId)
      number = await insertDraft(tx, staff, { ...wish, id, memberId: buyer.memberId, email: null })
      const contact = { ...(await findContact(tx, buyer.memberId)), store: wish.store }
      await queueMail(tx, { ...contact, template: 'draft_ready', ...letterOf(karat, { id, number }) })
      return { ...chosen, draftId: id }
    },
    (holding) =>
      once(karat.db, key, async (tx) => {
        const held = await holding(tx)
        return viewMade(id, number, held)
      }),
  )
}

/** Refuses not_found for nobody of the store. */
async function buyerOf(
  { db, ...karat }: Pick<Bag<'orders'>, 'db' | 'stores'>,
  store: string,
  memberId: string,
): Promise<Buyer> {
  const language = await findLanguageOf(db, store, memberId)
  if (!language) throw new Refusal('not_found')
  return { memberId, store, currency: storeOf(karat, store).currency, language }
}

export const wishOf = (
  karat: Bag<'orders'>,
  buyer: Buyer,
  { lines, pickup_point_id: point }: Pick<MakeDraftInput, 'lines' | 'pickup_point_id'>,
) => ({
  ...({ origin: 'buy_now', method: 'card', gold: undefined } as const),
  delivery: point === null ? undefined : ({ mode: 'pickup', pickup_point_id: point } as const),
  lines: () => lines.map((line) => wantedLine(karat, buyer, { skuId: line.sku_id, quantity: line.quantity })),
})

/** The member has their turn: neither they nor anybody for them holds another price meanwhile. A draft takes no price away that a member holds. */
async function requireRoom(tx: Tx, memberId: string): Promise<void> {
  const { mostOpenEach } = settings.drafts
  const row = await tx.row<{ waiting: number; holds: boolean }>(sql`
    select (select count(*)::int from orders.drafts where member_id = ${memberId} and state = 'open' and ends_at > now()) as waiting,
      exists (select from orders.guarantees where member_id = ${memberId} and draft_id is null and used_at is null
        and released_at is null and expires_at > now()) as holds`)
  if ((row?.waiting ?? 0) >= mostOpenEach) throw new Refusal('drafts_open', { limit: mostOpenEach })
  if (row?.holds) throw new Refusal('draft_member_holds')
}

type New = MakeDraftInput & { id: string; memberId: string | null; email: string | null }

async function insertDraft(tx: Tx, staff: Staff, { id, memberId, email, ...wish }: New): Promise<string> {
  const row = await tx.row<{ number: string }>(sql`
    insert into orders.drafts (id, number, store, member_id, email, language, lines, pickup_point_id, note, made_by, ends_at)
    values (${id}, 'D' || nextval('orders.draft_numbers'), ${wish.store}, ${memberId}, ${email}, ${wish.for.kind === 'new' ? wish.for.language : null}, ${JSON.stringify(wish.lines)}::jsonb,
      ${wish.pickup_point_id}, ${wish.note.trim()}, ${`staff:${staff.id}`}, now() + make_interval(days => ${settings.drafts.days}::int))
    returning number`)
  const number = row?.number ?? ''
  await recordAction(tx, staff, {
    action: 'orders.draft',
    subject: { kind: 'draft', id },
    store: wish.store,
    details: {
      did: 'make_draft',
      number,
      member: memberId,
      pieces: wish.lines.reduce((n, line) => n + line.quantity, 0),
    },
  })
  return number
}

/** What a letter of a draft says; its key is that of the first one. */
export const letterOf = (
  { config }: Pick<Bag<'orders'>, 'config'>,
  { id, number }: { id: string; number: string },
) => ({
  values: { draft: number, days: String(settings.drafts.days), link: `${config.PUBLIC_URL}/user/order/draft?id=${id}` },
  onceKey: `draft:${id}`,
})

const viewMade = (id: string, number: string, held: Guaranteed): DraftMadeView => ({
  draft_id: id,
  number,
  currency: held.currency,
  total: moneyText(held.amounts.total, held.currency),
  price_until: shownEndOf(held),
})

async function forNew(karat: Bag<'orders'>, staff: Staff, wish: MakeDraftInput, key: Once): Promise<DraftMadeView> {
  if (wish.for.kind !== 'new') throw new Error('a new customer has an address')
  const { language } = wish.for
  const email = readEmail(wish.for.email)
  if (!email) throw invalidInput({ email: problem('email') })
  const { currency } = storeOf(karat, wish.store)
  wishOf(karat, { memberId: '', store: wish.store, currency, language }, wish).lines()
  const id = newId()
  return once(karat.db, key, async (tx) => {
    // Who has signed up meanwhile finds it all the same: it is theirs by the address.
    if (await isEmailOfMember(tx, email)) throw invalidInput({ email: problem('known_member') })
    const number = await insertDraft(tx, staff, { ...wish, id, memberId: null, email }).catch((error) => {
      throw brokenConstraint(error) === 'draft_waits_once' ? new Refusal('drafts_open', { limit: 1 }) : error
    })
    const { values, onceKey } = letterOf(karat, { id, number })
    const to = { destination: email, channel: 'email', language, store: wish.store } as const
    await queueMail(tx, { ...to, template: 'draft_invites', values, onceKey })
    return { draft_id: id, number, currency, total: null, price_until: null }
  })
}
