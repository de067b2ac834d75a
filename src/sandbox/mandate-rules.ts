/** Cards and wallets that may be charged later: their test numbers, and what each does when it is charged. Pure. */
import { type CardErrors, type CardForm, checkCard, type Scenario, testCards } from './card-rules.ts'

export const mandateKinds = ['card', 'wallet'] as const
export type MandateKind = (typeof mandateKinds)[number]

/** `ends`: it is charged like any other, and is over a minute after it was agreed to. */
export const mandateScenarios = ['success', 'funds', 'timeout', 'after_expiry', 'dispute_lost', 'ends'] as const
export type MandateScenario = (typeof mandateScenarios)[number]

/** ends: a card is valid for so long after it was agreed to. */
export const validSeconds = 60

/** How a charge of it goes: as one that a payer makes with such a card. */
export const chargedAs = (scenario: MandateScenario): Scenario => (scenario === 'ends' ? 'success' : scenario)

/** One number for each way. A wallet's ends as the card's does that goes the same way. */
export const numberOf = (kind: MandateKind, scenario: MandateScenario): string => {
  const card = scenario === 'ends' ? '4000000000000069' : testCards[scenario].number
  return kind === 'card' ? card : `08120000${card.slice(-4)}`
}

/** What a typed number stands for; null for any other. */
export const mandateScenarioOf = (kind: MandateKind, typed: string): MandateScenario | null =>
  mandateScenarios.find((scenario) => numberOf(kind, scenario) === typed.replace(/[\s-]/g, '')) ?? null

/** What is wrong with a filled form: a card's as where it pays at once, of a wallet its number. */
export function checkMandate(kind: MandateKind, form: CardForm, today: { year: number; month: number }): CardErrors {
  const { card_number: _, ...others } = kind === 'card' ? checkCard(form, today) : {}
  if (!form.card_number.trim()) return { card_number: 'required', ...others }
  return mandateScenarioOf(kind, form.card_number) ? others : { card_number: 'not_a_test_card', ...others }
}
