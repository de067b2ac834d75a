/** What stands for the bank of an account that is paid out to: how it stands, and what the bank is to do. */
import { type Currency, moneyText } from '../money/money.ts'
import { type Html, html } from './html.ts'
import { page } from './pay-page.ts'
import type { PageLanguage } from './pay-texts.ts'
import { decisionsFor, type PayoutDecision } from './payout-rules.ts'
import type { Payout } from './payouts.ts'

type Texts = {
  title: string
  to: string
  states: Record<Payout['state'], string>
  decide: Record<PayoutDecision, string>
}
const texts: Record<PageLanguage, Texts> = {
  en: {
    title: 'Payout',
    to: 'To',
    states: {
      accepted: 'The bank of the account has it and has not decided yet.',
      paid: 'It has been paid. The bank may still send it back.',
      failed: 'The bank did not take it.',
      returned: 'The bank sent it back.',
    },
    decide: { paid: 'Pay it', failed: 'Refuse it', returned: 'Send it back' },
  },
  id: {
    title: 'Pencairan',
    to: 'Ke',
    states: {
      accepted: 'Bank pemilik rekening sudah menerimanya dan belum memutuskan.',
      paid: 'Sudah dibayarkan. Bank masih dapat mengirimnya kembali.',
      failed: 'Bank tidak menerimanya.',
      returned: 'Bank mengirimnya kembali.',
    },
    decide: { paid: 'Bayarkan', failed: 'Tolak', returned: 'Kirim kembali' },
  },
}

export function payoutPage(payout: Payout, language: PageLanguage): string {
  const words = texts[language]
  return page(
    language,
    words.title,
    html`<dl class="summary"><div><dt>${words.to}</dt><dd>${payout.account}</dd></div></dl>
      <p class="amount">${payout.currency} ${moneyText(payout.amount_minor, payout.currency as Currency)}</p>
      <p class="quiet">${payout.description}</p>
      <p>${words.states[payout.state]}</p>
      ${decisionsFor(payout.state).map((as) => form(payout, as, words.decide[as]))}`,
  )
}

const form = ({ id }: Payout, as: PayoutDecision, name: string): Html => html`
  <form method="post" action="/sandbox/payouts/${id}/decide"><input type="hidden" name="as" value="${as}"><button>${name}</button></form>`
