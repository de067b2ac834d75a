/** What the acquirer tells its merchant, written with the decision and delivered until the merchant says 2xx. */
import { randomBytes } from 'node:crypto'
import { type Db, sql, type Tx } from '../db/database.ts'
import { delays } from './card-rules.ts'
import type { Charge } from './charges.ts'
import type { Dispute } from './disputes.ts'
import type { Mandate } from './mandates.ts'
import { signNotice } from './notice-signature.ts'
import type { Payout } from './payouts.ts'
import type { Refund } from './refunds.ts'

const MAX_TRIES = 12
const TIMEOUT_MS = 5000
const BATCH = 20

const bells = new WeakMap<Db, () => void>()
/** Lets `ring` be called as soon as a notice is ready to go. */
export const onNotice = (db: Db, ring: () => void) => bells.set(db, ring)
export const ringFor = (db: Db) => bells.get(db)?.()

/** Writes the notices of a decided charge in the transaction that decided it. A timed-out card is never told of. */
export async function writeNotices(tx: Tx, charge: Charge): Promise<void> {
  if (charge.scenario === 'timeout' && charge.state === 'captured') return
  await writeNotice(tx, charge, charge.scenario === 'double_notice' ? 2 : 1)
  if (charge.scenario === 'double_notice') await writeNotice(tx, charge, 1)
}

/** Writes the notice of a decided refund in the transaction that decided it. */
export const writeRefundNotice = (tx: Tx, refund: Refund, url: string): Promise<void> =>
  write(tx, {
    ...{ charge: refund.charge_id, type: `refund.${refund.state}`, decidedAt: refund.decided_at, url },
    data: {
      id: refund.id,
      reference: refund.reference,
      charge_id: refund.charge_id,
      amount_minor: refund.amount_minor.toString(),
      state: refund.state,
      failure_reason: refund.failure_reason,
    },
  })

/** Writes the notice of a dispute in the transaction that opened or decided it. */
export const writeDisputeNotice = (tx: Tx, dispute: Dispute, url: string): Promise<void> =>
  write(tx, { charge: dispute.charge_id, type: `dispute.${dispute.state}`, data: viewDispute(dispute), url })

export const viewDispute = (dispute: Dispute) => ({
  id: dispute.id,
  charge_id: dispute.charge_id,
  reference: dispute.reference,
  state: dispute.state,
  amount_minor: dispute.amount_minor.toString(),
  currency: dispute.currency,
  reason: dispute.reason,
  respond_by: dispute.respond_by.toISOString(),
})

/** Writes the notice of a payout in the transaction that decided it. */
export const writePayoutNotice = (tx: Tx, payout: Payout): Promise<void> =>
  write(tx, {
    ...{ payout: payout.id, type: `payout.${payout.state}`, data: viewPayout(payout), url: payout.webhook_url },
  })

export const viewPayout = (payout: Payout) => ({
  id: payout.id,
  reference: payout.reference,
  state: payout.state,
  amount_minor: payout.amount_minor.toString(),
  currency: payout.currency,
  failure_reason: payout.failure_reason,
  decided_at: payout.decided_at?.toISOString() ?? null,
})

/** Writes the notice of a mandate in the transaction that decided it. What it is charged with is not said. */
export const writeMandateNotice = (tx: Tx, mandate: Mandate): Promise<void> =>
  write(tx, {
    ...{ mandate: mandate.id, type: `mandate.${mandate.state}`, data: viewMandate(mandate), url: mandate.webhook_url },
  })

export const viewMandate = (mandate: Mandate) => ({
  id: mandate.id,
  reference: mandate.reference,
  kind: mandate.kind,
  state: mandate.state,
  limit_minor: mandate.limit_minor.toString(),
  currency: mandate.currency,
  account_end: mandate.account_end,
})

const writeNotice = (tx: Tx, charge: Charge, copies: number): Promise<void> =>
  write(tx, {
    ...{ charge: charge.id, type: `charge.${charge.state}`, decidedAt: charge.decided_at, url: charge.webhook_url },
    data: {
      id: charge.id,
      reference: charge.reference,
      amount_minor: charge.amount_minor.toString(),
      captured_minor: (charge.captured_minor ?? charge.amount_minor).toString(),
      currency: charge.currency,
      state: charge.state,
      decline_reason: charge.decline_reason,
    },
    ...{ copies, lateSeconds: charge.scenario === 'late_notice' ? delays.lateNoticeSeconds : 0 },
  })

type Written = {
  charge?: string
  payout?: string
  mandate?: string
  type: string
  data: object
  url: string
  decidedAt?: Date | null
  copies?: number
  lateSeconds?: number
}

async function write(tx: Tx, { charge, payout, mandate, type, data, url, decidedAt, ...how }: Written): Promise<void> {
  const { copies = 1, lateSeconds = 0 } = how
  const id = `evt_${randomBytes(12).toString('hex')}`
  const body = JSON.stringify({ id, type, ...(decidedAt && { created_at: decidedAt.toISOString() }), data })
  await tx.run(sql`
    insert into sandbox.notices (id, charge_id, payout_id, mandate_id, type, body, url, copies, next_try_at)
    values (${id}, ${charge ?? null}, ${payout ?? null}, ${mandate ?? null}, ${type}, ${body}, ${url}, ${copies}, now() + make_interval(secs => ${lateSeconds}::int))`)
}

type Notice = { id: string; body: string; url: string; copies: number; tries: number }
type Sender = { secret: string; now: () => number; failed: (error: unknown) => void }

/**
 * Sends every notice that is due. A notice is taken for ten seconds before it is sent, so that several processes share the
 * work and a crash only delays it; what fails waits twice as long each time, twelve times.
 */
export async function deliverNotices(db: Db, sender: Sender): Promise<void> {
  let due: Notice[]
  do {
    due = await takeNotices(db)
    await Promise.all(due.map((notice) => deliver(db, notice, sender).catch(sender.failed)))
  } while (due.length === BATCH)
}

const takeNotices = (db: Db) =>
  db.rows<Notice>(sql`
    update sandbox.notices set tries = tries + 1, next_try_at = now() + interval '10 seconds'
    where id in (select id from sandbox.notices where delivered_at is null and next_try_at <= now() and tries < ${MAX_TRIES}
                 order by next_try_at limit ${BATCH} for update skip locked)
    returning id, body, url, copies, tries`)

async function deliver(db: Db, notice: Notice, { secret, now }: Sender) {
  let accepted = true
  for (let copy = 0; copy < notice.copies; copy++) accepted = (await post(notice, secret, now())) && accepted
  if (accepted) await db.run(sql`update sandbox.notices set delivered_at = now() where id = ${notice.id}`)
  else
    await db.run(sql`update sandbox.notices set next_try_at = now() + least(interval '1 second' * power(2, tries - 1), interval '5 minutes')
      where id = ${notice.id}`)
}

/** True when the receiver took it. Redirects are not followed; no answer counts as no. */
async function post({ url, body }: Notice, secret: string, nowMs: number): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'sandbox-signature': signNotice(secret, Math.floor(nowMs / 1000), body),
      },
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
