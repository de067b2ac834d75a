/**
 * Which calls need what a store may offer only with a licence (decision 0147): every call of the areas that stand below has its line, and a
 * test compares them with the API. Refused at the door by memory; what sells is judged again by the database, in the transaction that sells.
 */
import type { preHandlerHookHandler } from 'fastify'
import { Refusal } from './refusals.ts'
import { type Feature, firstOff } from './stores/feature-rules.ts'
import type { Store } from './stores/stores.ts'

/**
 * `inside`: what it asks for says whether it needs it, so that the transaction alone can judge. `once`: the transaction judges what is asked
 * with an Idempotency-Key, so that what was done before is answered as it was.
 */
type Need = readonly Feature[] | { inside: readonly Feature[] } | { once: readonly Feature[] }

/** Members get at what is theirs, see it, sell it, have it delivered and paid out, and end what goes on by itself, whatever is off. */
const open: Need = []
const gold: readonly Feature[] = ['gold_accounts']
const sent: readonly Feature[] = ['gold_accounts', 'transfers']
const saved: readonly Feature[] = ['gold_accounts', 'plans']
const agent: readonly Feature[] = ['agents']
/** A purchase needs it, a sale does not; nor does who is paid in money. */
const byside: Need = { inside: ['gold_accounts'] }

/** Areas of the API every call of which stands in the table. */
export const featureAreas = ['/trade/', '/agents/', '/activity/', '/referral/']

const calls = (need: Need, names: string): [string, Need][] => names.split(' ').map((name) => [name, need])

export const featureCalls: ReadonlyMap<string, Need> = new Map([
  ...calls(gold, '/trade/purchase_quote /trade/purchase_pay'),
  ...calls({ once: gold }, '/trade/purchase /trade/purchase_outside'),
  ...calls(byside, '/trade/place_limit /trade/business_request /trade/business_open /trade/business_accept'),
  ...calls(byside, '/trade/goldBack'),
  ...calls({ once: ['cash_balance'] }, '/trade/deposit'),
  ...calls(sent, '/trade/transfer_recipient'),
  ...calls({ once: sent }, '/trade/transfer /trade/transfer_claim /trade/transfer_claim_link'),
  ...calls(saved, '/trade/change_plan /trade/agree_plan /trade/resume_plan'),
  ...calls({ once: saved }, '/trade/begin_plan'),
  ...calls({ once: agent }, '/agents/apply /agents/prepare'),
  ...calls(agent, '/agents/open_prepared'),
  ...calls(agent, '/activity/save /activity/submit /activity/proposeChange /activity/changeCapacity'),
  // what is the member's already: seen, sold, delivered, paid out, ended
  ...calls(open, '/trade/holding /trade/holding_worth /trade/record /trade/record_standing /trade/record_sums'),
  ...calls(open, '/trade/receipt /trade/statement /trade/statement_keys /trade/redeemable'),
  ...calls(open, '/trade/cashingIn_quote /trade/cashingIn /trade/price_choice /trade/price_choices'),
  ...calls(open, '/trade/withdraw /trade/withdraw_cancel /trade/withdrawals /trade/payable_claim'),
  ...calls(open, '/trade/deposit_info /trade/deposit_terms /trade/purchase_info /trade/purchase_cancel'),
  ...calls(open, '/trade/limits /trade/cancel_limit'),
  ...calls(open, '/trade/plans /trade/pause_plan /trade/skip_plan_run /trade/revoke_plan /trade/end_plan'),
  ...calls(open, '/trade/transfers /trade/transfer_recall /trade/transfer_gift'),
  ...calls(open, '/trade/business /trade/business_company /trade/business_contract /trade/business_pay'),
  ...calls(open, '/trade/business_withdraw'),
  // physical gold, and prices that are only told
  ...calls(open, '/trade/goldBack_addPicture /trade/goldBack_answer /trade/goldBack_cancel'),
  ...calls(open, '/trade/goldBack_case /trade/goldBack_cases /trade/goldBack_label /trade/goldBack_paper'),
  ...calls(open, '/trade/goldBack_picture /trade/goldBack_quote /trade/goldBack_quoteOther'),
  ...calls(
    open,
    '/trade/goldBack_quoteTitled /trade/goldBack_takeMoney /trade/goldBack_consentMelting /trade/goldBack_refuseMelting',
  ),
  ...calls(open, '/trade/add_alert /trade/alert_news /trade/alerts /trade/alerts_seen /trade/delete_alert'),
  ...calls(open, '/trade/edit_alert /trade/pause_alert /trade/resume_alert'),
  // what an agent earned before is told and paid, and what they hold is ended
  ...calls(open, '/agents/clients /agents/contract /agents/decline_prepared /agents/end /agents/for_me /agents/me'),
  ...calls(open, '/agents/months /agents/preparation /agents/prepared /agents/purchases /agents/purchases_file'),
  ...calls(open, '/agents/show_name /agents/slip /agents/slip_way /agents/withdraw /agents/withdraw_prepared'),
  ...calls(open, '/activity/attend /activity/calendar /activity/cancel /activity/join /activity/joinAsVisitor'),
  ...calls(open, '/activity/leave /activity/list /activity/own /activity/sendJoinCode /activity/takeBack'),
  ...calls(open, '/activity/ticket /activity/withdrawChange'),
  ...calls(open, '/referral/invite /referral/visit'),
])

/** What the door asks for of a call, and whether it lets one with an Idempotency-Key pass. */
export function needsOf(call: string): { needs: readonly Feature[]; isKept: boolean } {
  const need = featureCalls.get(call) ?? open
  if ('inside' in need) return { needs: [], isKept: false }
  return 'once' in need ? { needs: need.once, isKept: true } : { needs: need, isKept: false }
}

/** Refuses feature_off with the first that is off. */
function requireFeatures({ features }: Pick<Store, 'features'>, needs: readonly Feature[]): void {
  const feature = firstOff(needs, features)
  if (feature) throw new Refusal('feature_off', { feature })
}

/** Asked after everything else of the door, right before the command: `undefined` for a call that needs nothing. */
export function featureDoor(call: string): preHandlerHookHandler | undefined {
  const { needs, isKept } = needsOf(call)
  if (needs.length === 0) return undefined
  return (request, _reply, done) => {
    try {
      if (!isKept || request.headers['idempotency-key'] === undefined) requireFeatures(request.store, needs)
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}
