/** The hosted pages: card form, challenge, and what is said when there is nothing to pay. No script at all. */
import { exponentOf, moneyText } from '../money/money.ts'
import {
  type CardErrors,
  type CardForm,
  challengeTries,
  grouped,
  type Scenario,
  scenarios,
  testCards,
} from './card-rules.ts'
import type { Charge } from './charges.ts'
import { Html, html } from './html.ts'
import { type PageLanguage, payTexts } from './pay-texts.ts'

export const emptyForm: CardForm = { card_number: '', expiry: '', cvc: '', name: '' }

/** The form as the test card's "fill in" link leaves it. */
export const filledForm = (scenario: Scenario): CardForm => ({
  card_number: grouped(testCards[scenario].number),
  expiry: '12/39',
  cvc: '123',
  name: 'Budi Uji',
})

/** The address at which the member comes back to the shop: from a charge, or from a mandate. */
export function backTo(from: Pick<Charge, 'return_url' | 'reference'>, as: 'payment' | 'mandate'): string {
  const address = new URL(from.return_url)
  address.searchParams.set(as, from.reference)
  return address.href
}

export type Filled = { language: PageLanguage; form: CardForm; errors: CardErrors }

export function cardPage(charge: Charge, filled: Filled): string {
  const { language } = filled
  const texts = payTexts[language]
  return page(
    language,
    texts.title,
    html`${summary(charge, language)}
      <form method="post" action="/sandbox/pay/${charge.id}" autocomplete="off" novalidate>
        ${cardFields(filled)}
        <button>${texts.pay(amountText(charge, language))}</button>
      </form>
      ${backLink(charge, language)}
      ${testNumbers(
        language,
        texts.cards,
        scenarios.map((scenario) => ({
          number: testCards[scenario].number,
          does: texts.scenarios[scenario],
          href: `/sandbox/pay/${charge.id}?card=${scenario}`,
        })),
      )}`,
  )
}

export const cardFields = (filled: Filled): Html => {
  const texts = payTexts[filled.language]
  return html`${numberField(filled, texts.card_number)}
        <div class="pair">
          ${cardField(filled, { name: 'expiry', label: texts.expiry, inputmode: 'numeric', placeholder: texts.expiry_hint, max: 7 })}
          ${cardField(filled, { name: 'cvc', label: texts.cvc, inputmode: 'numeric', max: 4 })}
        </div>
        ${cardField(filled, { name: 'name', label: texts.name, max: 100 })}`
}

/** Of a card, or of what else is charged by a number. */
export const numberField = (filled: Filled, label: string): Html =>
  cardField(filled, { name: 'card_number', label, inputmode: 'numeric', max: 30 })

const cardField = (
  { language, form, errors }: Filled,
  field: Omit<Field, 'value' | 'error'> & { name: keyof CardForm },
): Html => {
  const error = errors[field.name]
  return textField({ ...field, value: form[field.name], error: error ? payTexts[language].errors[error] : null })
}

type TestNumber = { number: string; does: string; href: string }

/** What may be typed; each leads to the form as it fills it in. */
export const testNumbers = (language: PageLanguage, title: string, numbers: TestNumber[]): Html => {
  const { cards_hint, use } = payTexts[language]
  return html`<section class="cards" aria-labelledby="cards">
        <h2 id="cards">${title}</h2>
        <p class="quiet">${cards_hint}</p>
        <ul>${numbers.map(
          ({ number, does, href }) => html`<li>
            <div><code>${grouped(number)}</code><span class="quiet">${does}</span></div>
            <a href="${href}" aria-label="${use}: ${does}">${use}</a>
          </li>`,
        )}</ul>
      </section>`
}

export function challengePage(charge: Charge, language: PageLanguage): string {
  const texts = payTexts[language].challenge
  const error = charge.wrong_codes > 0 ? texts.wrong(challengeTries - charge.wrong_codes) : null
  return page(
    language,
    texts.title,
    html`${summary(charge, language)}
      <p>${texts.text}</p>
      <form method="post" action="/sandbox/pay/${charge.id}/challenge" autocomplete="off" novalidate>
        ${textField({ name: 'code', label: texts.code, value: '', error, inputmode: 'numeric', max: 6 })}
        <p class="quiet">${texts.hint}</p>
        <button>${texts.confirm}</button>
      </form>`,
  )
}

/** What a charge that takes no card any more says: decided, or waiting for its bank. */
export function closedPage(charge: Charge, language: PageLanguage): string {
  const state = charge.state === 'open' || charge.state === 'challenge' ? 'waiting' : charge.state
  const texts = payTexts[language].closed[state]
  return page(
    language,
    texts.title,
    html`${summary(charge, language)}<p>${texts.text}</p>${backLink(charge, language)}`,
  )
}

export const plainPage = (language: PageLanguage, which: 'missing' | 'broken'): string =>
  page(language, payTexts[language][which].title, html`<p>${payTexts[language][which].text}</p>`)

export function summary(charge: Charge, language: PageLanguage): Html {
  const texts = payTexts[language]
  const until = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Jakarta',
  })
  return html`<dl class="summary">
    <div><dt>${texts.to}</dt><dd>Karat</dd></div>
    <div><dt>${texts.until}</dt><dd>${until.format(charge.expires_at)} WIB</dd></div>
  </dl>
  <p class="amount">${amountText(charge, language)}</p>
  <p class="quiet">${charge.description}</p>`
}

const locales = { en: 'en-US', id: 'id-ID' } as const

export function amountText(
  { amount_minor, currency }: Pick<Charge, 'amount_minor' | 'currency'>,
  language: PageLanguage,
): string {
  const places = exponentOf(currency)
  const format = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
  return format.format(moneyText(amount_minor, currency) as Intl.StringNumericLiteral)
}

export const backLink = (charge: Charge, language: PageLanguage) =>
  html`<p><a href="${backTo(charge, 'payment')}">${charge.decided_at || charge.capture_at ? shopLink[language] : payTexts[language].back}</a></p>`
export const shopLink = { en: 'Back to the shop', id: 'Kembali ke toko' } as const

type Field = {
  name: string
  label: string
  value: string
  error: string | null
  inputmode?: string
  placeholder?: string
  max: number
}

function textField({ name, label, value, error, inputmode = 'text', placeholder = '', max }: Field): Html {
  const described = error ? new Html(` aria-invalid="true" aria-describedby="${name}-error"`) : null
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" inputmode="${inputmode}" placeholder="${placeholder}" maxlength="${max}" autocomplete="off"${described}>
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : null}
  </div>`
}

export function page(language: PageLanguage, title: string, content: Html): string {
  return html`${new Html('<!doctype html>')}
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title} · Sandbox Acquirer</title>
<link rel="stylesheet" href="/sandbox/pay.css"></head>
<body><header><b>Sandbox Acquirer</b><span class="tag">${payTexts[language].sandbox}</span></header>
<main><h1>${title}</h1>${content}</main></body></html>`.text
}
