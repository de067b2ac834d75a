/** What may happen in the simulation, and how often. */
import fc from 'fast-check'
import { alertRounds, watchPrice } from './alert-steps.ts'
import { letGo, stopSomebody } from './case-steps.ts'
import { caseGoesOn, sellBack } from './goldback-steps.ts'
import { leaveLittle, moveBar, priceIsOld, priceIsTold, priceMoves, receiveBar, unfreeze } from './house-steps.ts'
import { changeLimits, limitRounds } from './limit-steps.ts'
import {
  cancelOrder,
  capture,
  dispute,
  earlyNotice,
  hoursPass,
  openDeposit,
  openOrder,
  openPurchase,
  repeatNotice,
  rounds,
} from './payment-steps.ts'
import {
  cancelWithdrawal,
  fortnightPasses,
  payoutRounds,
  payoutTurns,
  withdraw,
  withdrawWhole,
} from './payout-steps.ts'
import { changePlans, planRounds } from './plan-steps.ts'
import { assignNumbers, redeem } from './redeem-steps.ts'
import { fulfil, moneyBack } from './refund-steps.ts'
import { quoteTrade, useQuote, useQuoteTwice } from './trade-steps.ts'
import { claimBesideRecall, claimGrams, recallGrams, sendGrams } from './transfer-steps.ts'
import { keepsCash, type Moves, type StoreCode, type World } from './world.ts'
import { choicesEnd, sellWrong, windowGoesOn } from './wrong-price-steps.ts'

/** `a` and `b` choose within a step; `cut`: the statement of the step at which every connection is cut; `kills`: and the instance with them. */
export type Step = { name: Name | 'nothing'; who: number; a: number; b: number; cut: number; kills: boolean }

type Take = (world: World, step: Step) => Promise<Moves>
const everyday = {
  openDeposit: [2, openDeposit],
  capture: [5, capture],
  earlyNotice: [1, earlyNotice],
  repeatNotice: [1, repeatNotice],
  quoteTrade: [9, quoteTrade],
  useQuote: [9, useQuote],
  useQuoteTwice: [2, useQuoteTwice],
  receiveBar: [1, receiveBar],
  moveBar: [3, moveBar],
  unfreeze: [3, unfreeze],
  leaveLittle: [0, leaveLittle],
  priceMoves: [3, priceMoves],
  priceIsOld: [1, priceIsOld],
  priceIsTold: [2, priceIsTold],
  openOrder: [2, openOrder],
  openPurchase: [3, openPurchase],
  redeem: [3, redeem],
  assignNumbers: [2, assignNumbers],
  cancelOrder: [1, cancelOrder],
  dispute: [3, dispute],
  withdraw: [4, withdraw],
  cancelWithdrawal: [1, cancelWithdrawal],
  payoutRounds: [4, payoutRounds],
  payoutTurns: [3, payoutTurns],
  sendGrams: [5, sendGrams],
  claimGrams: [3, claimGrams],
  recallGrams: [1, recallGrams],
  claimBesideRecall: [1, claimBesideRecall],
  rounds: [2, rounds],
  hoursPass: [1, hoursPass],
  fortnightPasses: [1, fortnightPasses],
} as const satisfies Record<string, readonly [number, Take]>
/**
 * What is rarer, in families: a sequence has two of them beside the everyday kinds, for of many kinds each would come too seldom to get
 * anywhere (swarm testing). A withdrawal from its beginning to its end is with what stops it.
 */
const families = {
  back: { fulfil: [4, fulfil], moneyBack: [6, moneyBack] },
  wrong: { sellWrong: [5, sellWrong], windowGoesOn: [10, windowGoesOn], choicesEnd: [2, choicesEnd] },
  stopped: { stopSomebody: [2, stopSomebody], letGo: [2, letGo], withdrawWhole: [3, withdrawWhole] },
  orders: {
    ...{ changePlans: [4, changePlans], planRounds: [4, planRounds] },
    ...{ changeLimits: [6, changeLimits], limitRounds: [4, limitRounds] },
  },
  brought: {
    ...{ sellBack: [3, sellBack], caseGoesOn: [9, caseGoesOn] },
    ...{ watchPrice: [4, watchPrice], alertRounds: [4, alertRounds] },
  },
} as const satisfies Record<string, Record<string, readonly [number, Take]>>
const rare = {
  ...families.back,
  ...families.wrong,
  ...families.stopped,
  ...families.orders,
  ...families.brought,
}
const kinds = { ...everyday, ...rare }
export type Name = keyof typeof kinds
export const everydayNames = Object.keys(everyday) as (keyof typeof everyday)[]

export const take = (world: World, step: Step): Promise<Moves> =>
  step.name === 'nothing' || (!keepsCash(world) && ofBalances.includes(step.name))
    ? Promise.resolve([])
    : kinds[step.name][1](world, step)

/** Nothing of it happens where no balance is kept: plans that a balance pays, and, to be judged to the unit, prices that were wrong. */
const ofBalances: readonly Name[] = ['changePlans', 'planRounds', 'sellWrong', 'windowGoesOn', 'choicesEnd']

/** In which store a sequence happens: in one of four where no balances are kept. */
export const storeOf = ([first]: Step[]): StoreCode => (first && first.b % 4 === 3 ? 'my' : 'id')

/** What every world begins with: some 50 g to be sold, and two members with money: one's is cleared, and half a gram bought of it. */
const withBalances: Step[] = [
  { name: 'receiveBar', who: 0, a: 1, b: 0, cut: 0, kills: false },
  { name: 'leaveLittle', who: 0, a: 0, b: 0, cut: 0, kills: false },
  { name: 'openDeposit', who: 0, a: 3, b: 0, cut: 0, kills: false },
  { name: 'capture', who: 0, a: 1, b: 0, cut: 0, kills: false },
  { name: 'fortnightPasses', who: 0, a: 0, b: 0, cut: 0, kills: false },
  { name: 'openDeposit', who: 1, a: 2, b: 0, cut: 0, kills: false },
  { name: 'capture', who: 1, a: 1, b: 0, cut: 0, kills: false },
  { name: 'quoteTrade', who: 0, a: 0, b: 2, cut: 0, kills: false },
  { name: 'useQuote', who: 0, a: 1, b: 0, cut: 0, kills: false },
]

/** The same where no balance is kept: both have bought from outside, and one has sold. */
const fromOutside: Step[] = [
  ...withBalances.slice(0, 2),
  { name: 'openPurchase', who: 0, a: 2, b: 0, cut: 0, kills: false },
  ...withBalances.slice(3, 5),
  { name: 'openPurchase', who: 1, a: 1, b: 0, cut: 0, kills: false },
  { name: 'capture', who: 0, a: 1, b: 0, cut: 0, kills: false },
  { name: 'quoteTrade', who: 0, a: 1, b: 2, cut: 0, kills: false },
  { name: 'useQuote', who: 0, a: 1, b: 1, cut: 0, kills: false },
]
export const preludeOf = (world: World): Step[] => (keepsCash(world) ? withBalances : fromOutside)

const nothing: Step = { name: 'nothing', who: 0, a: 0, b: 0, cut: 0, kills: false }
const cuts = fc.oneof(
  { weight: 9, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
)
/**
 * A cut while a notice comes in ends well, but now and then only after ten seconds: too long for every run of the tests
 * (docs/simulation.md).
 */
const uncut: readonly Name[] = ['capture', 'earlyNotice', 'repeatNotice', 'dispute', 'payoutTurns']
const step = (name: Name, slow: boolean) => {
  const cut = slow || !uncut.includes(name) ? cuts : fc.constant(0)
  const kills = slow ? fc.boolean() : fc.constant(false)
  return fc.record({ name: fc.constant(name), who: fc.nat(2), a: fc.nat(999), b: fc.nat(999), cut, kills })
}

type Wish = { slow?: boolean; among?: readonly Name[] }

/**
 * Sequences of so many steps; one that fails shrinks towards steps in which nothing happens. `slow`: cuts where they take long, too.
 * `among`: of these kinds alone; without it of the everyday ones and two families.
 */
export const sequencesOf = (length: number, { slow = false, among }: Wish = {}): fc.Arbitrary<Step[]> => {
  const sequence = (names: readonly Name[], often = 1) =>
    fc.array(fc.oneof({ withCrossShrink: true }, ...[nothingAtAll, ...weighted(names, slow, often)]), {
      ...{ minLength: length, maxLength: length },
    })
  return among ? sequence(among) : fc.oneof(...swarms.map((names) => sequence(names, 2)))
}
const nothingAtAll = { weight: 1, arbitrary: fc.constant(nothing) }
/** `often`: how much more often than their weight says the kinds of families come. */
const weighted = (names: readonly Name[], slow: boolean, often: number) =>
  Object.entries(kinds)
    .filter(([name, [weight]]) => weight > 0 && names.includes(name as Name))
    .map(([name, [weight]]) => ({
      weight: name in rare ? weight * often : weight,
      arbitrary: step(name as Name, slow),
    }))

/** Each family with each other one. */
const swarms: Name[][] = Object.values(families).flatMap((one, at, all) =>
  all.slice(at + 1).map((other) => [...everydayNames, ...Object.keys(one), ...Object.keys(other)] as Name[]),
)

/** The steps as one reads them in a report. */
export const said = (steps: Step[]): string =>
  steps
    .filter(({ name }) => name !== 'nothing')
    .map(
      ({ name, who, a, b, cut, kills }) =>
        `${name}(${who}, ${a}, ${b})${cut ? ` ${kills ? 'killed' : 'cut'} at ${cut}` : ''}`,
    )
    .join('\n')
