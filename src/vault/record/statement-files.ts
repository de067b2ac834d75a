/** The files of a statement, made from what was signed and from nothing else: the same document gives the same bytes. Pure. */
import { csvText } from '../../http/csv.ts'
import * as m from '../../locale/paraglide/messages.js'
import type { Paper } from '../../papers/paper-rules.ts'
import { formatDay, formatGrams, formatMoment, formatMoney } from '../../ui/format.ts'
import type { StatementDocument, StatementLine } from './statement-document.ts'

/** "karat-id-2026-10": what all files of a statement are called. */
export const fileName = ({ store, closed_month, from, to, made_at }: StatementDocument): string =>
  ['karat', store, ...(closed_month ? [closed_month] : [from, to ?? made_at.slice(0, 10)])].filter(Boolean).join('-')

type SignedText = { document: string; keyId: string; signature: Buffer }

/**
 * The signed document: `signature.value` is Ed25519 over the UTF-8 bytes of `statement` exactly as it stands here, which is also what
 * `JSON.stringify` and `jq -cj` make of it again.
 */
export const jsonFile = ({ document, keyId, signature }: SignedText): string =>
  `{"statement":${document},"signature":${JSON.stringify({
    ...{ algorithm: 'Ed25519', over: 'statement', key_id: keyId, value: signature.toString('base64') },
  })}}\n`

/** "2026-11-20 08:00:00" in the statement's zone: sorted and read by spreadsheets of every language. */
const clockOf = (moment: string, timeZone: string) => new Date(moment).toLocaleString('sv-SE', { timeZone })

export function csvFile(document: StatementDocument): string {
  const locale = { locale: document.language }
  const { opening, closing, currency, time_zone: zone } = document
  const of = (title: string) => `${title} (${currency})`
  const head = [
    `${m.vault_record_date({}, locale)} (${zone})`,
    ...[m.vault_record_movement({}, locale), m.vault_record_number({}, locale), of(m.vault_record_price({}, locale))],
    ...[`${m.vault_record_gold({}, locale)} (g)`, `${m.vault_record_gold_balance({}, locale)} (g)`],
    ...[of(m.vault_record_money({}, locale)), of(m.vault_record_money_balance({}, locale))],
  ]
  const edge = (title: string, { gold, money }: StatementDocument['opening']) => [
    '',
    title,
    '',
    '',
    '',
    gold,
    '',
    money,
  ]
  return csvText(head, [
    edge(m.vault_record_opening({}, locale), opening),
    ...document.movements.map((line) => [
      ...[clockOf(line.at, zone), line.text, line.number, line.price],
      ...[line.gold, line.gold_balance, line.money, line.money_balance],
    ]),
    edge(m.vault_record_closing({}, locale), closing),
  ])
}

/** As it is printed; the name of whoever holds the account is theirs at this moment, and stands in no statement that is kept. */
export function statementPaper(
  document: StatementDocument,
  { holder, digest }: { holder: string; digest: string },
): Paper {
  const { language, closed_month, time_zone: zone } = document
  const locale = { locale: language }
  const seller = [document.seller]
  const moment = (at: string) => formatMoment(Date.parse(at), zone, language)
  const show = amounts(document)
  return {
    ...{ layout: 1, language, issuedAt: document.made_at, seller, checks: null },
    title: m.vault_statement_title({}, locale),
    number: periodText(document),
    facts: [
      [m.vault_statement_made({}, locale), moment(document.made_at)],
      [
        m.vault_statement_state({}, locale),
        closed_month ? m.vault_statement_closed({}, locale) : m.vault_statement_running({}, locale),
      ],
      [m.vault_statement_currency({}, locale), document.currency],
      [m.vault_statement_digest({}, locale), digest],
    ],
    parties: [
      {
        title: m.vault_statement_account({}, locale),
        lines: [holder, m.vault_statement_number({ id: document.account }, locale)],
      },
    ],
    columns: [
      m.vault_record_movement({}, locale),
      m.vault_record_gold({}, locale),
      m.vault_record_money({}, locale),
      m.vault_record_closing({}, locale),
    ],
    lines: document.movements.map((line) => ({
      name: line.text,
      details: [[moment(line.at), line.number].filter(Boolean).join(' · ')],
      quantity: isZero(line.gold) ? '' : show.grams(line.gold),
      each: isZero(line.money) ? '' : show.money(line.money),
      amount: [show.grams(line.gold_balance), show.money(line.money_balance)].join('\n'),
    })),
    amounts: [
      [m.vault_record_opening({}, locale), show.both(document.opening)],
      [m.vault_record_in({}, locale), show.both(document.in)],
      [m.vault_record_out({}, locale), show.both(document.out)],
    ],
    total: [m.vault_record_closing({}, locale), show.both(document.closing)],
    notes: [
      m.vault_statement_property({ seller: seller[0] ?? '' }, locale),
      m.vault_statement_booked({ zone }, locale),
    ],
  }
}

const isZero = (amount: StatementLine['gold']) => /^0(\.0+)?$/.test(amount)

function amounts({ language, currency }: StatementDocument) {
  const grams = (gold: string) => formatGrams(gold, language)
  const money = (amount: string) => formatMoney(amount, currency, language)
  return { grams, money, both: (of: StatementDocument['opening']) => `${grams(of.gold)}\n${money(of.money)}` }
}

function periodText({ from, to, time_zone: zone, language }: StatementDocument): string {
  const locale = { locale: language }
  const day = (text: string) => formatDay(Date.parse(`${text}T12:00:00Z`), zone, language)
  const first = from === null ? m.vault_statement_period_first({}, locale) : day(from)
  return `${first} – ${to === null ? m.vault_statement_period_open({}, locale) : day(to)}`
}
