/** The hosted page of a mandate: what its payer agrees to and with what, and how they take it back. No script at all. */
import { type CardForm, grouped } from './card-rules.ts'
import { type Html, html } from './html.ts'
import { chargedAs, type MandateKind, type MandateScenario, mandateScenarios, numberOf } from './mandate-rules.ts'
import type { Mandate } from './mandates.ts'
import {
  amountText,
  backTo,
  cardFields,
  type Filled,
  filledForm,
  numberField,
  page,
  shopLink,
  testNumbers,
} from './pay-page.ts'
import { type PageLanguage, payTexts } from './pay-texts.ts'

type Texts = {
  title: Record<MandateKind, string>
  to: string
  says: (kind: MandateKind, most: string) => string
  wallet: string
  allow: string
  refuse: string
  numbers: string
  scenarios: Partial<Record<MandateScenario, string>>
  state: Record<'active' | 'revoked' | 'expired', string>
  active: string
  over: string
  most: string
  account: string
  revoke: string
}
const texts: Record<PageLanguage, Texts> = {
  en: {
    title: { card: 'Allow charges to your card', wallet: 'Allow charges to your wallet' },
    to: 'For',
    says: (kind, most) =>
      `Karat may charge this ${kind} up to ${most} at a time, until you or Karat end this permission.`,
    wallet: 'Mobile number of the wallet',
    allow: 'Allow',
    refuse: 'Do not allow',
    numbers: 'Test numbers',
    scenarios: {
      success: 'Every charge succeeds',
      funds: 'Every charge is declined: not enough money',
      ends: 'Succeeds, and is no longer valid one minute after you allow it',
    },
    state: {
      active: 'Permission given',
      revoked: 'Permission ended',
      expired: 'Permission no longer valid',
    },
    active: 'Karat may charge it. You can end this permission at any time.',
    over: 'Karat can charge nothing any more.',
    most: 'At most, each time',
    account: 'Number',
    revoke: 'End this permission',
  },
  id: {
    title: { card: 'Izinkan penagihan ke kartu Anda', wallet: 'Izinkan penagihan ke dompet digital Anda' },
    to: 'Untuk',
    says: (kind, most) =>
      `Karat boleh menagih ${kind === 'card' ? 'kartu' : 'dompet'} ini paling banyak ${most} setiap kali, sampai izin ini diakhiri oleh Anda atau Karat.`,
    wallet: 'Nomor ponsel dompet digital',
    allow: 'Izinkan',
    refuse: 'Jangan izinkan',
    numbers: 'Nomor uji coba',
    scenarios: {
      success: 'Setiap penagihan berhasil',
      funds: 'Setiap penagihan ditolak: saldo tidak cukup',
      ends: 'Berhasil, lalu tidak berlaku lagi satu menit setelah Anda mengizinkannya',
    },
    state: {
      active: 'Izin diberikan',
      revoked: 'Izin berakhir',
      expired: 'Izin tidak berlaku lagi',
    },
    active: 'Karat boleh menagihnya. Anda dapat mengakhiri izin ini kapan saja.',
    over: 'Karat tidak dapat menagih lagi.',
    most: 'Paling banyak, setiap kali',
    account: 'Nomor',
    revoke: 'Akhiri izin ini',
  },
}

/** The form as the "fill in" link of a test number leaves it. */
export const filledMandate = (kind: MandateKind, scenario: MandateScenario): CardForm => ({
  ...filledForm('success'),
  card_number: grouped(numberOf(kind, scenario)),
})

export function mandatePage(mandate: Mandate, filled: Filled): string {
  const { id, kind } = mandate
  const { language } = filled
  const words = texts[language]
  return page(
    language,
    words.title[kind],
    html`${summary(mandate, language)}
      <p>${words.says(kind, amountOf(mandate, language))}</p>
      <form method="post" action="/sandbox/mandates/${id}" autocomplete="off" novalidate>
        ${kind === 'card' ? cardFields(filled) : numberField(filled, words.wallet)}
        <button>${words.allow}</button>
      </form>
      ${revokeForm(mandate, html`<button class="quiet-button">${words.refuse}</button>`)}
      ${testNumbers(
        language,
        words.numbers,
        mandateScenarios.map((scenario) => ({
          number: numberOf(kind, scenario),
          does: words.scenarios[scenario] ?? payTexts[language].scenarios[chargedAs(scenario)],
          href: `/sandbox/mandates/${id}?use=${scenario}`,
        })),
      )}`,
  )
}

const revokeForm = ({ id }: Mandate, button: Html): Html =>
  html`<form method="post" action="/sandbox/mandates/${id}/revoke">${button}</form>`

/** One that was agreed to, which its payer may end here, or one that is over. */
export function closedMandatePage(mandate: Mandate, language: PageLanguage): string {
  const words = texts[language]
  const state = mandate.state === 'open' ? 'expired' : mandate.state
  return page(
    language,
    words.state[state],
    html`${summary(mandate, language)}
      <p>${state === 'active' ? words.active : words.over}</p>
      ${state === 'active' ? revokeForm(mandate, html`<button>${words.revoke}</button>`) : null}
      <p><a href="${backTo(mandate, 'mandate')}">${shopLink[language]}</a></p>`,
  )
}

const amountOf = ({ limit_minor, currency }: Mandate, language: PageLanguage) =>
  amountText({ amount_minor: limit_minor, currency }, language)

function summary(mandate: Mandate, language: PageLanguage): Html {
  const { account_end: end, description } = mandate
  const words = texts[language]
  return html`<dl class="summary">
    <div><dt>${words.to}</dt><dd>Karat</dd></div>
    <div><dt>${words.most}</dt><dd>${amountOf(mandate, language)}</dd></div>
    ${end ? html`<div><dt>${words.account}</dt><dd>•••• ${end}</dd></div>` : null}
  </dl>
  <p class="quiet">${description}</p>`
}
