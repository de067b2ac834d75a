/** What stands for the member's bank where a transfer or a QR code is paid: what is asked for, and what their bank is to do. */
import type { Charge } from './charges.ts'
import { type Html, html } from './html.ts'
import { backLink, page, summary } from './pay-page.ts'
import { type PageLanguage, payTexts } from './pay-texts.ts'
import { bankNames, type Transfer } from './transfer-rules.ts'

export function transferPage(charge: Charge, language: PageLanguage): string {
  const texts = payTexts[language].transfer
  const { state, bank } = charge
  const ways: Transfer[] =
    state === 'captured'
      ? ['again']
      : state === 'open'
        ? ['exact', 'less', 'more']
        : charge.method === 'va'
          ? ['late']
          : []
  return page(
    language,
    texts.title(bank && bankNames[bank]),
    html`${summary(charge, language)}
      ${bank ? html`<p>${texts.number}: <b>${charge.pay_code ?? ''}</b></p>` : null}
      <p class="quiet">${state === 'captured' ? texts.paid : state === 'open' ? texts.hint : texts.over}</p>
      ${ways.map((how) => form(charge, how, texts.how[how]))}
      ${backLink(charge, language)}`,
  )
}

const form = ({ id }: Charge, how: Transfer, name: string): Html => html`
  <form method="post" action="/sandbox/pay/${id}/transfer"><input type="hidden" name="how" value="${how}"><button>${name}</button></form>`
