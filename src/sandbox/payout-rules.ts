/** What becomes of money paid out to an account: the end of its number says so. Pure. */

type Ending = {
  /** At once, or once its bank has looked: never by itself where it waits for somebody on its page. */
  outcome: 'paid' | 'failed' | 'waits'
  reason?: string
  seconds: number
}

/** One ending for each way; any other number is paid after a moment. */
const payoutEndings = {
  waits: { ending: '0000', outcome: 'waits', seconds: 0 },
  unknown: { ending: '0002', outcome: 'failed', reason: 'account_unknown', seconds: 0 },
  closed: { ending: '0004', outcome: 'failed', reason: 'account_closed', seconds: 5 },
  other_name: { ending: '0006', outcome: 'failed', reason: 'name_differs', seconds: 0 },
  second_time: { ending: '1117', outcome: 'paid', reason: 'refused', seconds: 0 },
  silent: { ending: '6975', outcome: 'paid', seconds: 0 },
  returned: { ending: '0341', outcome: 'paid', reason: 'account_closed', seconds: 3 },
} as const satisfies Record<string, Ending & { ending: string }>
export type PayoutScenario = keyof typeof payoutEndings

const usual: Ending = { outcome: 'paid', seconds: 3 }
export const endingOf = (scenario: PayoutScenario | null): Ending => (scenario ? payoutEndings[scenario] : usual)

export const payoutDelays = {
  /** silent: what was paid is not answered for so long, and never told. */
  silentSeconds: 15,
  /** returned: sent back so long after it was paid. */
  returnSeconds: 30,
}

/** What a number stands for; null: it is paid. */
export const payoutScenarioOf = (number: string): PayoutScenario | null =>
  (Object.keys(payoutEndings) as PayoutScenario[]).find((name) => number.endsWith(payoutEndings[name].ending)) ?? null

/** What somebody may do with one on its page, by how it stands. */
export const payoutDecisions = ['paid', 'failed', 'returned'] as const
export type PayoutDecision = (typeof payoutDecisions)[number]
export const decisionsFor = (state: string): readonly PayoutDecision[] =>
  state === 'accepted' ? ['paid', 'failed'] : state === 'paid' ? ['returned'] : []
