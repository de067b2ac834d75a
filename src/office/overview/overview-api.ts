/** The figures of the overview: only what the shop really knows. */
import { z } from 'zod'
import { countApplications } from '../../agents/office-queries.ts'
import { describeExposure } from '../../backing/open-exposure.ts'
import { countUndecided } from '../../bank/office-queries.ts'
import { countRequests } from '../../business/office-queries.ts'
import { costOfSalesSince, countOfUnknownCost } from '../../catalogue/piece-queries.ts'
import { lastRevaluation } from '../../catalogue/revalue-metal.ts'
import { countWaitingWords } from '../../community/office-queries.ts'
import { countComplaints } from '../../complaints/office-queries.ts'
import { countCasesToDo } from '../../goldback/office-queries.ts'
import type { Door } from '../../http/door.ts'
import { typedText } from '../../http/wire.ts'
import type { Karat } from '../../karat.ts'
import { countWaiting } from '../../kyc/office-queries.ts'
import { balanceOf, sumOf } from '../../ledger/ledger-queries.ts'
import { houseAccount } from '../../ledger/ledger-rules.ts'
import { countSpentBudgets } from '../../mail/sms-budget.ts'
import { countStoppedMail } from '../../mail/stopped-mail.ts'
import { minor, moneyText, weight, weightText } from '../../money/money.ts'
import {
  countByState,
  countLateToPack,
  countRefundsWaiting,
  salesSince,
  soldSince,
} from '../../orders/core/figures-for-staff.ts'
import { countFailedEvents } from '../../payments/event-queries.ts'
import { countStuckRefunds } from '../../payments/stuck-refund-queries.ts'
import { countTakenBack } from '../../payments/taken-back-queries.ts'
import { priceStateOf } from '../../pricing/price-state.ts'
import { isLate } from '../../proof/late-days.ts'
import { Refusal } from '../../refusals.ts'
import { countDataRequests } from '../../rights/office-queries.ts'
import { requireStaff, type Staff } from '../../staff/door.ts'
import { countApprovals } from '../../staff/staff-queries.ts'
import type { Store } from '../../stores/stores.ts'
import { describeFloat } from '../../vault/float-view.ts'
import { countRefusedPayouts } from '../../vault/payouts/office-payout-queries.ts'
import { countWaitingMoney } from '../../vault/remittances/remittance-queries.ts'
import { Overview, type OverviewView } from './overview-contract.ts'

export function overviewApi(door: Door, karat: Karat) {
  door.get(
    '/overview/figures',
    {
      config: { access: 'staff', permission: 'dashboard.see' },
      schema: {
        tags: ['office: overview'],
        summary: 'What waits in a store; for who may see the figures, what it took, earned and holds',
        querystring: z.strictObject({ store: typedText(1, 20) }),
        response: { 200: Overview },
      },
    },
    (request) => {
      const store = karat.stores.get(request.query.store)
      if (!store) throw new Refusal('unknown_store')
      return figuresOf(karat, store, requireStaff(request))
    },
  )
}

async function figuresOf(karat: Karat, store: Store, staff: Staff): Promise<OverviewView> {
  const state = priceStateOf(karat, store)
  const feed: OverviewView['feed'] = state ?? 'never'
  const [
    own,
    orders,
    refunds,
    approvals,
    identity,
    words,
    events,
    mail,
    sms,
    rights,
    back,
    stuck,
    withdrawals,
    late,
    remit,
    business,
    agents,
    lateProof,
    soldBack,
    complaints,
    bank,
  ] = await Promise.all([
    staff.may.has('dashboard.figures') ? ownFiguresOf(karat, store, state) : nobodysFigures,
    countByState(karat.db, store.code),
    countRefundsWaiting(karat.db, store.code),
    countApprovals(karat.db, staff),
    countWaiting(karat.db, store.code),
    countWaitingWords(karat.db, store.code),
    countFailedEvents(karat.db),
    countStoppedMail(karat.db),
    countSpentBudgets(karat.db),
    countDataRequests(karat.db, store.code),
    countTakenBack(karat.db, store.code),
    countStuckRefunds(karat.db, store.code),
    countRefusedPayouts(karat.db, store.code),
    countLateToPack(karat.db, store),
    countWaitingMoney(karat.db, store.code),
    countRequests(karat.db, store.code),
    countApplications(karat.db, store.code),
    isLate(karat.db, store, karat.settings.proof.lateSeconds),
    countCasesToDo(karat.db, store.code),
    countComplaints(karat.db, store.code),
    countUndecided(karat.db, store.code, staff.id),
  ])
  return {
    ...{ currency: store.currency, ...own, orders, identity },
    ...{
      refunds: { ...refunds, stuck },
      refused_withdrawals: withdrawals,
      late_to_pack: late,
      to_remit: remit,
      late_proof: lateProof ? 1 : 0,
      ...{ business, agents, gold_back: soldBack },
    },
    ...{ approvals_waiting: approvals, words, trouble: { events, mail, sms } },
    ...{ rights, complaints, bank, taken_back: back, feed },
  }
}

type OwnFigures = Pick<OverviewView, 'today' | 'seven_days' | 'margin' | 'exposure' | 'open_exposure' | 'cash_float'>
const nobodysFigures: OwnFigures = {
  ...{ today: null, seven_days: null, margin: null, exposure: null, open_exposure: null, cash_float: null },
}

/** What the house takes, earns and holds. */
async function ownFiguresOf(karat: Karat, store: Store, state: ReturnType<typeof priceStateOf>): Promise<OwnFigures> {
  const [today, seven_days, margin, exposure, open_exposure, cash_float] = await Promise.all([
    salesSince(karat.db, store, 0),
    salesSince(karat.db, store, 6),
    marginOf(karat, store),
    exposureOf(karat, store),
    describeExposure(karat.db, store.code, state),
    describeFloat(karat.db, store),
  ])
  return { today, seven_days, margin, exposure, open_exposure, cash_float }
}

/** As it was booked since the day six days ago. Goods without numbers have no cost either. */
async function marginOf({ db }: Karat, store: Store): Promise<OverviewView['margin']> {
  const [{ sold, pieces }, { cost, known }] = await Promise.all([
    soldSince(db, store, 6),
    costOfSalesSince(db, store, 6),
  ])
  const money = (amount: bigint) => moneyText(minor(amount), store.currency)
  const unknown = pieces > known ? pieces - known : 0
  return { sales: money(sold), cost: money(cost), margin: money(sold - cost), cost_unknown: unknown }
}

/** As the books say. What came in and neither was delivered nor is missing is in the house; what of it is no stock and lies in no vault is members’. */
async function exposureOf({ db }: Karat, { code: store, currency }: Store): Promise<OverviewView['exposure']> {
  const [received, delivered, missing, vault, pledged, short, stock, raw, cost, unknown, open] = await Promise.all([
    sumOf(db, houseAccount(store, 'gold_received', 'XAU')),
    sumOf(db, houseAccount(store, 'gold_delivered', 'XAU')),
    sumOf(db, houseAccount(store, 'missing', 'XAU')),
    balanceOf(db, houseAccount(store, 'vault', 'XAU')),
    balanceOf(db, houseAccount(store, 'pledged', 'XAU')),
    sumOf(db, houseAccount(store, 'vault_shortage', 'XAU')),
    balanceOf(db, houseAccount(store, 'shop_stock', 'XAU')),
    balanceOf(db, houseAccount(store, 'raw_gold', 'XAU')),
    sumOf(db, houseAccount(store, 'stock_cost', currency)),
    countOfUnknownCost(db, store),
    lastRevaluation(db, store),
  ])
  const owned = -received - delivered - missing
  const grams = (fine: bigint) => weightText(weight(fine))
  return {
    ...{ owned: grams(owned), owed: grams(owned - vault - pledged - short - stock - raw) },
    ...{ shop_stock: grams(stock), raw_gold: grams(raw), missing: grams(missing) },
    ...{ stock_cost: moneyText(minor(cost), currency), cost_unknown: unknown },
    open: open
      ? { grams: weightText(open.grams), unrealised: moneyText(open.unrealised, currency), day: open.day }
      : null,
  }
}
