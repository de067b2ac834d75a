/** The hosted page of a mandate: what its payer agrees to and with what, and how they take it back. No script at all. */
import { type CardErrors, type CardForm, grouped } from './card-rules.ts'
import { type Html, html } from './html.ts'
import { type MandateKind, type MandateScenario, mandateScenarios, numberOf } from './mandate-rules.ts'
import type { Mandate } from './mandates.ts'
import { amountText, filledForm, page, textField } from './pay-page.ts'
import { type PageLanguage, payTexts } from './pay-texts.ts'

type Texts = {
  title: Record<MandateKind, string>
  to: string
  says: Record<MandateKind, (most: string) => string>
  wallet: string
  allow: string
  refuse: string
  numbers: string
  scenarios: Record<MandateScenario, string>
  state: Record<'active' | 'revoked' | 'expired', { title: string; text: string }>
  most: string
  account: string
  revoke: string
  back: string
}
const texts: Record<PageLanguage, Texts> = {
  en: {
    title: { card: 'Allow charges to your card', wallet: 'Allow charges to your wallet' },
    to: 'For',
    says: {
      card: (most) => `Karat may charge this card up to ${most} at a time, until you or Karat end this permission.`,
      wallet: (most) => `Karat may charge this wallet up to ${most} at a time, until you or Karat end this permission.`,
    },
    wallet: 'Mobile number of the wallet',
    allow: 'Allow',
    refuse: 'Do not allow',
    numbers: 'Test numbers',
    scenarios: {
      success: 'Every charge succeeds',
      funds: 'Every charge is declined: not enough money',
      timeout: 'The bank answers late, and no notice is sent',
      after_expiry: 'Captured only after the time to pay is over',
      dispute_lost: 'Succeeds; disputed after 15 seconds, decided against the shop a little later',
      ends: 'Succeeds, and is no longer valid one minute after you allow it',
    },
    state: {
      active: { title: 'Permission given', text: 'Karat may charge it. You can end this permission at any time.' },
      revoked: { title: 'Permission ended', text: 'Karat can charge nothing any more.' },
      expired: { title: 'Permission no longer valid', text: 'Karat can charge nothing any more.' },
    },
    most: 'At most, each time',
    account: 'Number',
    revoke: 'End this permission',
    back: 'Back to the shop',
  },
  id: {
    title: { card: 'Izinkan penagihan ke kartu Anda', wallet: 'Izinkan penagihan ke dompet digital Anda' },
    to: 'Untuk',
    says: {
      card: (most) =>
        `Karat boleh menagih kartu ini paling banyak ${most} setiap kali, sampai izin ini diakhiri oleh Anda atau Karat.`,
      wallet: (most) =>
        `Karat boleh menagih dompet ini paling banyak ${most} setiap kali, sampai izin ini diakhiri oleh Anda atau Karat.`,
    },
    wallet: 'Nomor ponsel dompet digital',
    allow: 'Izinkan',
    refuse: 'Jangan izinkan',
    numbers: 'Nomor uji coba',
    scenarios: {
      success: 'Setiap penagihan berhasil',
      funds: 'Setiap penagihan ditolak: saldo tidak cukup',
      timeout: 'Bank terlambat menjawab, dan toko tidak diberi tahu',
      after_expiry: 'Baru ditagih setelah batas waktu pembayaran lewat',
      dispute_lost: 'Berhasil; disengketakan setelah 15 detik, dan tak lama kemudian toko kalah',
      ends: 'Berhasil, lalu tidak berlaku lagi satu menit setelah Anda mengizinkannya',
    },
    state: {
      active: { title: 'Izin diberikan', text: 'Karat boleh menagihnya. Anda dapat mengakhiri izin ini kapan saja.' },
      revoked: { title: 'Izin berakhir', text: 'Karat tidak dapat menagih lagi.' },
      expired: { title: 'Izin tidak berlaku lagi', text: 'Karat tidak dapat menagih lagi.' },
    },
    most: 'Paling banyak, setiap kali',
    account: 'Nomor',
    revoke: 'Akhiri izin ini',
    back: 'Kembali ke toko',
  },
}

/** The form as the "fill in" link of a test number leaves it. */
export const filledMandate = (kind: MandateKind, scenario: MandateScenario): CardForm => ({
  ...filledForm('success'),
  card_number: shown(kind, scenario),
})
const shown = (kind: MandateKind, scenario: MandateScenario) => grouped(numberOf(kind, scenario))

/** The address at which the payer comes back to the shop. */
export function mandateAddress({ return_url, reference }: Pick<Mandate, 'return_url' | 'reference'>): string {
  const address = new URL(return_url)
  address.searchParams.set('mandate', reference)
  return address.href
}

type Filled = { language: PageLanguage; form: CardForm; errors: CardErrors }

export function mandatePage(mandate: Mandate, { language, form, errors }: Filled): string {
  const { id, kind } = mandate
  const [words, pay] = [texts[language], payTexts[language]]
  const field = (name: keyof CardForm, label: string, max: number, placeholder = '') =>
    textField({
      ...{ name, label, value: form[name], max, placeholder, inputmode: name === 'name' ? 'text' : 'numeric' },
      error: errors[name] ? pay.errors[errors[name]] : null,
    })
  return page(
    language,
    words.title[kind],
    html`${summary(mandate, language)}
      <p>${words.says[kind](amountOf(mandate, language))}</p>
      <form method="post" action="/sandbox/mandates/${id}" autocomplete="off" novalidate>
        ${field('card_number', kind === 'card' ? pay.card_number : words.wallet, 30)}
        ${
          kind === 'card'
            ? html`<div class="pair">${field('expiry', pay.expiry, 7, pay.expiry_hint)}${field('cvc', pay.cvc, 4)}</div>
              ${field('name', pay.name, 100)}`
            : null
        }
        <button>${words.allow}</button>
      </form>
      <form method="post" action="/sandbox/mandates/${id}/revoke"><button class="quiet-button">${words.refuse}</button></form>
      <section class="cards" aria-labelledby="cards">
        <h2 id="cards">${words.numbers}</h2>
        <p class="quiet">${pay.cards_hint}</p>
        <ul>${mandateScenarios.map((scenario) => number(mandate, scenario, language))}</ul>
      </section>`,
  )
}

const number = ({ id, kind }: Mandate, scenario: MandateScenario, language: PageLanguage): Html => {
  const [words, { use }] = [texts[language], payTexts[language]]
  return html`<li>
    <div><code>${shown(kind, scenario)}</code><span class="quiet">${words.scenarios[scenario]}</span></div>
    <a href="/sandbox/mandates/${id}?use=${scenario}" aria-label="${use}: ${words.scenarios[scenario]}">${use}</a>
  </li>`
}

/** One that was agreed to, which its payer may end here, or one that is over. */
export function closedMandatePage(mandate: Mandate, language: PageLanguage): string {
  const words = texts[language]
  const state = mandate.state === 'open' ? 'expired' : mandate.state
  return page(
    language,
    words.state[state].title,
    html`${summary(mandate, language)}
      <p>${words.state[state].text}</p>
      ${
        state === 'active'
          ? html`<form method="post" action="/sandbox/mandates/${mandate.id}/revoke"><button>${words.revoke}</button></form>`
          : null
      }
      <p><a href="${mandateAddress(mandate)}">${words.back}</a></p>`,
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
