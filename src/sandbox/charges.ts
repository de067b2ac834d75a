/** Charges: made once for a reference, decided once. */
import { randomBytes, randomInt } from 'node:crypto'
import { type Db, empty, type Queryable, sql, type Tx } from '../db/database.ts'
import type { Currency, Minor } from '../money/money.ts'
import { captures, challengeTries, delays, disputeEnds, type Scenario, testCards } from './card-rules.ts'
import { writeNotices } from './notices.ts'
import { type Bank, type ChargeMethod, payCodeOf, type Transfer, transferred } from './transfer-rules.ts'

type ChargeState = 'open' | 'challenge' | 'captured' | 'declined' | 'expired' | 'closed'
export type Charge = {
  id: string
  reference: string
  /** Which transfer under the reference: the first is the charge itself. */
  transfer: number
  method: ChargeMethod
  bank: Bank | null
  /** The number to transfer to, or what the QR code says. */
  pay_code: string | null
  amount_minor: Minor
  currency: Currency
  description: string
  return_url: string
  webhook_url: string
  state: ChargeState
  scenario: Scenario | null
  decline_reason: string | null
  wrong_codes: number
  expires_at: Date
  capture_at: Date | null
  decided_at: Date | null
  /** What was captured; null: the whole amount, once it is captured. */
  captured_minor: Minor | null
}

export type ChargeRequest = Pick<
  Charge,
  'reference' | 'method' | 'bank' | 'currency' | 'description' | 'return_url' | 'webhook_url'
> & {
  amount_minor: bigint
  expires_at: string
}

/** The charge of a reference, made now or before: of any number of requests at once one makes it. */
export async function createCharge(db: Db, request: ChargeRequest): Promise<{ charge: Charge; isNew: boolean }> {
  const made = await insertCharge(db, request)
  const charge = made ?? (await findChargeByReference(db, request.reference))
  if (!charge) throw new Error('a charge disappeared')
  return { charge, isNew: made !== undefined }
}

/** Of a mandate where one is named. Undefined where its reference has a charge. */
export const insertCharge = (
  db: Queryable,
  request: ChargeRequest,
  mandateId: string | null = null,
): Promise<Charge | undefined> =>
  db.row<Charge>(sql`
    insert into sandbox.charges (method, bank, pay_code, id, reference, amount_minor, currency, description, return_url, webhook_url, expires_at,
      mandate_id)
    values (${request.method}, ${request.bank}, ${payCodeOf(request, randomInt)}, ${newChargeId()}, ${request.reference}, ${request.amount_minor},
      ${request.currency}, ${request.description}, ${request.return_url}, ${request.webhook_url}, ${request.expires_at}, ${mandateId})
    on conflict (reference, transfer) do nothing returning *`)

const newChargeId = () => `ch_${randomBytes(18).toString('hex')}`

/** A charge as it is now: what its bank or its expiry decided meanwhile is written first. */
export const findCharge = async (db: Db, id: string) =>
  /^ch_[0-9a-f]{36}$/.test(id) ? current(db, await read(db, sql`id = ${id}`)) : undefined
export const findChargeByReference = async (db: Db, reference: string) =>
  current(db, await read(db, sql`reference = ${reference} and transfer = 1`))

const read = (db: Queryable, which: ReturnType<typeof sql>) =>
  db.row<Charge>(sql`select * from sandbox.charges where ${which}`)

async function current(db: Db, charge: Charge | undefined): Promise<Charge | undefined> {
  if (!charge || (charge.state !== 'open' && charge.state !== 'challenge')) return charge
  await decideDue(db, charge.id)
  return read(db, sql`id = ${charge.id}`)
}

/**
 * Uses a test card on an open charge. True for the one caller that decided it, sent it to the challenge or to a slow bank;
 * false when it was not open any more.
 */
export const payWithCard = (db: Db, id: string, scenario: Scenario): Promise<boolean> =>
  db.transaction((tx) => takeCard(tx, id, scenario))

/** The same inside a transaction. */
export async function takeCard(tx: Tx, id: string, scenario: Scenario): Promise<boolean> {
  const card = testCards[scenario]
  if (card.outcome === 'challenge')
    return (
      (await tx.run(
        sql`update sandbox.charges set state = 'challenge', scenario = ${scenario} where ${isOpen(id)}`,
      )) === 1
    )
  if (card.outcome === 'told_only') return tellEarly(tx, id, scenario)
  if (card.outcome === 'later') return (await putOff(tx, id, scenario)) === 1
  const reason = 'declineReason' in card ? card.declineReason : null
  const decided = await tx.row<Charge>(sql`
    update sandbox.charges set state = ${card.outcome}, scenario = ${scenario}, decline_reason = ${reason}, decided_at = now(),
      captured_minor = case when ${scenario in captures} then greatest(1, amount_minor * ${captures[scenario]?.first ?? 100}::int / 100) end,
      correct_at = case when ${scenario in captures} then now() + make_interval(secs => ${delays.correctionSeconds}) end,
      dispute_at = case when ${scenario in disputeEnds} then now() + make_interval(secs => ${delays.disputeSeconds}) end
    where ${isOpen(id)} returning *`)
  if (decided) await writeNotices(tx, decided)
  return decided !== undefined
}

/** Its bank takes nothing of it. */
export async function declineCharge(tx: Tx, id: string, reason: string): Promise<void> {
  const declined = await tx.row<Charge>(sql`
    update sandbox.charges set state = 'declined', decline_reason = ${reason}, decided_at = now() where ${isOpen(id)} returning *`)
  if (declined) await writeNotices(tx, declined)
}

/** Says by a signed notice that a charge is captured which stays open. */
async function tellEarly(tx: Tx, id: string, scenario: Scenario): Promise<boolean> {
  const open = await tx.row<Charge>(
    sql`update sandbox.charges set scenario = ${scenario} where ${isOpen(id)} returning *`,
  )
  if (open) await writeNotices(tx, { ...open, state: 'captured' })
  return open !== undefined
}

/**
 * Money comes to a virtual account or by a QR code, as its payer typed it: the first under its reference is the charge's own, a
 * further one is a charge beside it. A number takes none once its time is over or it is closed, but what was on its way (`late`);
 * a QR code does for ever. True where it came.
 */
export const payByTransfer = (db: Db, id: string, how: Transfer): Promise<boolean> =>
  db.transaction(async (tx) => {
    const charge = await tx.row<Charge>(
      sql`select * from sandbox.charges where id = ${id} and method <> 'card' for update`,
    )
    if (!charge || !takesTransfer(charge, how)) return false
    const amount = transferred(charge.amount_minor, how)
    const paid = await tx.row<Charge>(
      how === 'again'
        ? sql`
          insert into sandbox.charges (id, reference, transfer, method, bank, pay_code, amount_minor, currency, description, return_url,
            webhook_url, expires_at, state, captured_minor, decided_at)
          select ${newChargeId()}, reference, (select max(transfer) + 1 from sandbox.charges where reference = ${charge.reference}), method, bank,
            pay_code, amount_minor, currency, description, return_url, webhook_url, expires_at, 'captured', ${amount}, now()
          from sandbox.charges where id = ${id} returning *`
        : sql`
          update sandbox.charges set state = 'captured', captured_minor = ${amount}, decided_at = now() where id = ${id} returning *`,
    )
    if (paid) await writeNotices(tx, paid)
    return paid !== undefined
  })

function takesTransfer({ state, method }: Charge, how: Transfer): boolean {
  if (how === 'again') return state === 'captured'
  if (how === 'late') return method === 'va' && (state === 'expired' || state === 'closed')
  return state === 'open'
}

/**
 * Takes no more money under the charge of a reference: closed unless it is decided, or a bank is at it, or it is a QR code, which
 * nobody can close. The charge as it is then; undefined when there is none.
 */
export async function closeCharge(db: Db, reference: string): Promise<Charge | undefined> {
  await db.run(sql`
    update sandbox.charges set state = 'closed', decided_at = now()
    where reference = ${reference} and transfer = 1 and method <> 'qris' and state in ('open', 'challenge') and capture_at is null and expires_at > now()`)
  return findChargeByReference(db, reference)
}

const isOpen = (id: string) =>
  sql`id = ${id} and method = 'card' and state = 'open' and capture_at is null and expires_at > now()`

const putOff = (tx: Tx, id: string, scenario: Scenario) =>
  tx.run(sql`
    update sandbox.charges set scenario = ${scenario}, capture_at = case when ${scenario} = 'after_expiry'
      then expires_at + make_interval(secs => ${delays.afterExpirySeconds}) else now() + make_interval(secs => ${delays.slowBankSeconds}) end
    where ${isOpen(id)}`)

/** Captures a challenged charge, or counts a wrong code; the third wrong one declines it. Null when it is not challenged. */
export const answerChallenge = (db: Db, id: string, right: boolean): Promise<Charge | null> =>
  db.transaction(async (tx) => {
    const answered = await tx.row<Charge>(sql`
      update sandbox.charges set wrong_codes = wrong_codes + case when ${right} then 0 else 1 end,
        state = case when ${right} then 'captured' when wrong_codes + 1 >= ${challengeTries} then 'declined' else state end,
        decline_reason = case when not ${right} and wrong_codes + 1 >= ${challengeTries} then 'challenge_failed' end,
        decided_at = case when ${right} or wrong_codes + 1 >= ${challengeTries} then now() end
      where id = ${id} and state = 'challenge' and expires_at > now() returning *`)
    if (answered?.decided_at) await writeNotices(tx, answered)
    return answered ?? null
  })

/**
 * Captures what a slow bank answered and expires what was not paid in time: one charge, or all that are due. How many. For one
 * charge it waits for whoever is deciding it, so that what is read afterwards is so; a round leaves it to them.
 */
export const decideDue = (db: Db, id: string | null = null): Promise<number> =>
  db.transaction(async (tx) => {
    const decided = await tx.rows<Charge>(sql`
      update sandbox.charges set state = case when capture_at is null then 'expired' else 'captured' end, decided_at = now()
      where id in (select id from sandbox.charges
        where state in ('open', 'challenge') and coalesce(capture_at, case when method <> 'qris' then expires_at end) <= now() and (${id}::text is null or id = ${id})
        order by id limit 100 for update ${id === null ? sql`skip locked` : empty})
      returning *`)
    for (const charge of decided) await writeNotices(tx, charge)
    return decided.length
  })

/** Corrects what was captured, where that is due, and tells of it. How many. */
export const correctDue = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const due = await tx.rows<Charge>(sql`
      select * from sandbox.charges where correct_at <= now() order by id limit 100 for update skip locked`)
    for (const { id, scenario } of due) {
      const last = (scenario && captures[scenario]?.last) ?? 100
      const corrected = await tx.row<Charge>(sql`
        update sandbox.charges set correct_at = null,
          captured_minor = greatest(${last === 0 ? 0 : 1}::int, amount_minor * ${last}::int / 100)
        where id = ${id} returning *`)
      if (corrected) await writeNotices(tx, corrected)
    }
    return due.length
  })
