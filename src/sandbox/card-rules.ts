/** The acquirer's test cards and what its form accepts. Pure. Real card numbers are refused and nothing typed is stored. */

type TestCard = {
  number: string
  outcome: 'captured' | 'declined' | 'challenge' | 'later' | 'told_only'
  declineReason?: string
}

/** One card for each way a payment can go. */
export const testCards = {
  success: { number: '4242424242424242', outcome: 'captured' },
  challenge: { number: '4000000000003220', outcome: 'challenge' },
  decline: { number: '4000000000000002', outcome: 'declined', declineReason: 'card_declined' },
  funds: { number: '4000000000009995', outcome: 'declined', declineReason: 'insufficient_funds' },
  timeout: { number: '4000000000006975', outcome: 'later' },
  late_notice: { number: '4000000000000259', outcome: 'captured' },
  double_notice: { number: '4000000000003063', outcome: 'captured' },
  after_expiry: { number: '4000000000000341', outcome: 'later' },
  refund_refused: { number: '4000000000005126', outcome: 'captured' },
  refund_late: { number: '4000000000007726', outcome: 'captured' },
  in_parts: { number: '4000000000001117', outcome: 'captured' },
  corrected_down: { number: '4000000000002222', outcome: 'captured' },
  corrected_up: { number: '4000000000003337', outcome: 'captured' },
  corrected_nothing: { number: '4000000000008880', outcome: 'captured' },
  told_early: { number: '4000000000004442', outcome: 'told_only' },
  dispute_won: { number: '4000000000005555', outcome: 'captured' },
  dispute_lost: { number: '4000000000006660', outcome: 'captured' },
  dispute_turned_won: { number: '4000000000007775', outcome: 'captured' },
  dispute_turned_lost: { number: '4000000000000333', outcome: 'captured' },
} as const satisfies Record<string, TestCard>

export type Scenario = keyof typeof testCards
export const scenarios = Object.keys(testCards) as Scenario[]

export const delays = {
  /** late_notice: captured now, told this much later. */
  lateNoticeSeconds: 20,
  /** timeout: captured this much later and never told; the shop has to ask. */
  slowBankSeconds: 15,
  /** after_expiry: captured this much after the charge should have been paid, and told then. */
  afterExpirySeconds: 5,
  /** refund_late: money back is pending for this long. */
  lateRefundSeconds: 20,
  /** in_parts, corrected_…: the amount changes this long after it was captured. */
  correctionSeconds: 15,
  /** dispute_…: opened this long after the capture, decided so long after that. */
  disputeSeconds: 15,
  disputeEndSeconds: 45,
  /** dispute_turned_…: decided the other way so long after that. */
  disputeTurnSeconds: 45,
}

/** What a bank captures at first and in the end, in hundredths of the charge. */
export const captures: Partial<Record<Scenario, { first: number; last: number }>> = {
  in_parts: { first: 50, last: 100 },
  corrected_down: { first: 100, last: 50 },
  corrected_up: { first: 100, last: 150 },
  corrected_nothing: { first: 100, last: 0 },
}

/** How the dispute of a card is decided first. */
export const disputeEnds: Partial<Record<Scenario, 'won' | 'lost'>> = {
  ...{ dispute_won: 'won', dispute_lost: 'lost' },
  ...{ dispute_turned_won: 'lost', dispute_turned_lost: 'won' },
}
/** Cards whose dispute is decided the other way in a later round. */
export const disputesThatTurn: Scenario[] = ['dispute_turned_won', 'dispute_turned_lost']

/** Cards whose bank takes no money back, and what it says. */
export const refundFailures: Partial<Record<Scenario, string>> = { refund_refused: 'card_closed' }

/** The code that the 3-D Secure page accepts, and how many wrong ones it takes before the charge is declined. */
export const challengeCode = '123456'
export const challengeTries = 3

export type CardForm = { card_number: string; expiry: string; cvc: string; name: string }
export type CardErrors = Partial<
  Record<keyof CardForm, 'required' | 'not_a_test_card' | 'expiry_form' | 'expired' | 'cvc_form'>
>

/** What is wrong with a filled form, by field; `year` and `month` are today's. */
export function checkCard(form: CardForm, today: { year: number; month: number }): CardErrors {
  const errors: CardErrors = {}
  if (!form.card_number.trim()) errors.card_number = 'required'
  else if (!scenarioOf(form.card_number)) errors.card_number = 'not_a_test_card'
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(\d\d)\s*$/.exec(form.expiry) ?? []
  if (!month || !year) errors.expiry = 'expiry_form'
  else if ((2000 + Number(year)) * 12 + Number(month) < today.year * 12 + today.month) errors.expiry = 'expired'
  if (!/^\s*\d{3,4}\s*$/.test(form.cvc)) errors.cvc = 'cvc_form'
  if (!form.name.trim()) errors.name = 'required'
  return errors
}

/** What a typed card number stands for; spaces and dashes do not count. Null for any number that is not a test card. */
export function scenarioOf(typed: string): Scenario | null {
  const number = typed.replace(/[\s-]/g, '')
  return scenarios.find((scenario) => testCards[scenario].number === number) ?? null
}

/** A card number in groups of four, as it is printed. */
export const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')
