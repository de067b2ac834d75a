/** What came of the cards and wallets that runs of savings plans are paid by: on every instance, each once (decision 0136). */
import { sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { endByProvider, livingMandate } from '../../payments/mandates.ts'
import { listPayments } from '../../payments/open-payment.ts'
import { settings } from '../../settings.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { endOpen } from '../purchases/end-purchase.ts'
import { dayAfterRun, done, endRun, lockGoing, tried } from './end-run.ts'
import { goOn } from './move-plan.ts'
import { planMandateSettler } from './plan-mandates.ts'
import { outcomeOf } from './plan-rules.ts'

type Charged = { id: string; began: string; holder: Holder }

/** Every run that is being charged, as far as it is known what came of it. One that fails does not hold up the others. */
export async function settleCharged(karat: Bag<'vault'>): Promise<void> {
  let after: Pick<Charged, 'id' | 'began'> = { began: '-infinity', id: LEAST_ID }
  for (let some = await listCharged(karat, after); some.length > 0; some = await listCharged(karat, after)) {
    for (const { id, holder } of some)
      await karat.db
        .transaction((tx) => settle(tx, karat, { id, holder }))
        .catch((error) => karat.log.warn({ err: error, plan: id }, 'a charged run of a savings plan cannot be settled'))
    after = some.at(-1) ?? after
  }
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/** The longest under way first. `began` is exact as the database has it. */
async function listCharged({ db }: Bag<'vault'>, after: Pick<Charged, 'id' | 'began'>): Promise<Charged[]> {
  const rows = await db.rows<{ id: string; began: string } & Holder>(sql`
    select p.id, r.began_at::text as began, p.member_id as "memberId", p.store, p.currency
    from vault.plan_runs r join vault.plans p on p.id = r.plan_id
    where r.state = 'charging' and (r.began_at, r.plan_id) > (${after.began}::timestamptz, ${after.id}::uuid)
    order by r.began_at, r.plan_id limit ${settings.plans.atOnce}::int`)
  return rows.map(({ id, began, ...holder }) => ({ id, began, holder }))
}

type OfPlan = { id: string; holder: Holder }

async function settle(tx: Tx, karat: Bag<'vault'>, of: OfPlan): Promise<void> {
  const { id, holder } = of
  await holdPlace(tx, holder)
  const plan = await lockGoing(tx, id, sql`true`)
  if (plan?.settled !== 'charging' || !plan.purchaseId) return
  const { purchaseId } = plan
  const [purchase, [payment]] = await Promise.all([
    tx.row<{ state: string }>(sql`select state from vault.purchases where id = ${purchaseId}`),
    listPayments(tx, purchaseId),
  ])
  const outcome = purchase && payment ? outcomeOf(purchase.state, payment.state) : null
  if (outcome === null) return
  if (outcome === 'bought') return void (await done(tx, karat, of, plan, purchaseId))
  if (outcome === 'not_sold') {
    // No fault of the member's, and their card is not charged again the same day.
    await endRun(tx, { id, holder, plan, state: 'missed', problem: outcome, tries: plan.tries + 1 })
    return void (await goOn(tx, karat, { id, store: holder.store, day: dayAfterRun(karat, holder, plan) }))
  }
  await endOpen(tx, sql`id = ${purchaseId}`, 'cancelled')
  const as = overBy(payment?.decline_reason)
  if (as) return endWithMandate(tx, karat, id, as)
  await tried(tx, karat, of, plan, outcome)
}

/** Why its provider has declined: the mandate itself is over. */
function overBy(reason: string | null | undefined): 'revoked' | 'expired' | null {
  if (reason === 'mandate_revoked') return 'revoked'
  return reason === 'mandate_expired' ? 'expired' : null
}

/** The plan is paused at once, whatever the provider tells of it later. */
async function endWithMandate(tx: Tx, karat: Bag<'vault'>, planId: string, as: 'revoked' | 'expired'): Promise<void> {
  const mandate = await livingMandate(tx, planId)
  if (mandate?.state === 'active') await endByProvider(tx, { mandateSettler: planMandateSettler(karat) }, mandate, as)
}
