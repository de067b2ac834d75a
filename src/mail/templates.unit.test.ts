/** Every template in every language: nobody has to remember a new one. */
import { expect, test } from 'vitest'
import { type Amount, amountOf } from '../money/money.ts'
import { composeMail } from './compose-mail.ts'
import { writeMail } from './send-mail.ts'
import { smsSegments, toSmsText } from './sms-rules.ts'
import { type MailTemplate, type MailValues, type Template, templates, topicOf } from './templates.ts'

const languages = ['en-US', 'id', 'zh'] as const
const names = Object.keys(templates) as MailTemplate[]
/** Whatever a template asks for, as somebody hostile would have it. */
const hostile = '"><script>alert(1)</script>'
/** Every value that the words of a template ask for. */
function namesOf({ subject, body, sms, code, link }: Template<Record<string, string>>): string[] {
  const names = new Set([code, link].filter((name) => name !== undefined))
  const note = (_: object, name: string | symbol) => {
    names.add(String(name))
    return 'x'
  }
  const asked = new Proxy({}, { get: note, has: () => true })
  for (const write of [subject, body, sms]) write?.(asked, { locale: 'id' })
  return [...names]
}
const valuesWith = (template: Template<Record<string, string>>, special: Record<string, string>, other: string) =>
  Object.fromEntries(namesOf(template).map((name) => [name, special[name] ?? other]))

function composed(name: MailTemplate, language: string, channel: 'email' | 'sms', other = hostile) {
  const template = templates[name] as Template<Record<string, string>>
  const values = valuesWith(
    template,
    {
      minutes: '10',
      ...(template.code ? { [template.code]: '482913' } : {}),
      ...(template.link ? { [template.link]: 'https://shop.example/verifyAccount?key=abc&x=1' } : {}),
    },
    other,
  )
  const mail = writeMail({ template: name, language, channel, store: 'id', values: values as never })
  const unsubscribePage = topicOf(template.about) ? 'https://shop.example/unsubscribe?link=abc' : null
  const seller = ['PT Karat Logam Mulia', 'Jl. H.O.S. Cokroaminoto No. 84', 'Jakarta Pusat 10310']
  const around = { publicUrl: 'https://shop.karat.example', unsubscribePage, brand: 'Toko Emas & Co', seller }
  return { ...mail, template, ...composeMail({ channel, language, ...mail }, around) }
}

test.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))(
  '%s in %s',
  (name, language) => {
    const { subject, text, html, layout, template } = composed(name, language, 'email')
    expect(html).not.toMatch(/<script|<img|<link|<form|<iframe|javascript:|\son\w+=/i)
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language}">`))
    expect(html).toContain('>Toko Emas &amp; Co</a>')
    expect(
      `${subject} ${text.replaceAll(/PT Karat Logam Mulia|shop\.karat/g, '')}`,
      'the shop writes, not its software',
    ).not.toMatch(/Karat/i)
    expect(html).toContain('prefers-color-scheme:dark')
    expect(Buffer.byteLength(html), 'mail programs cut what is larger').toBeLessThan(100 * 1024)
    expect(text).not.toMatch(/\{\w+\}|undefined|null/)
    expect(text).toContain('PT Karat Logam Mulia')
    expect(subject.length).toBeGreaterThan(3)
    expect(subject, 'a locked telephone shows it').not.toContain('482913')
    expect(html.includes('https://shop.example/unsubscribe?link=abc')).toBe(topicOf(template.about) !== null)
    if (template.about === 'order' && !name.startsWith('draft_')) {
      // no order yet: it leads to its own page
      const link = `https://shop.karat.example/user/order/list?number=${encodeURIComponent(hostile)}`
      expect(text).toContain(`:\n${link}`)
      expect(html.split(`href="${link}"`)).toHaveLength(3)
    }
    if (layout.code) {
      expect(text).toContain('482913')
      expect(html.match(/letter-spacing[^>]*>482913</)).not.toBeNull()
      expect(html.indexOf('482913'), 'after what lists of letters show').toBeGreaterThan(html.indexOf('&#847;'))
    }
    if (layout.button) {
      expect(text).toContain('https://shop.example/verifyAccount?key=abc&x=1')
      expect(html.match(/href="https:\/\/shop\.example\/verifyAccount\?key=abc&amp;x=1"/g)).toHaveLength(2)
    }
  },
)

type AmountNames<Values> = { [Name in keyof Values]: Amount extends Values[Name] ? Name : never }[keyof Values]
type SaysAmounts = {
  [T in MailTemplate as AmountNames<MailValues[T]> extends never ? never : T]: AmountNames<MailValues[T]>[]
}
/** Does not compile without a template that says an amount. */
const amountsOf: SaysAmounts = {
  agent_slip: ['gross', 'tax', 'paid'],
  agent_slip_vault: ['gross', 'tax', 'paid', 'grams'],
  agent_slip_account: ['gross', 'tax', 'paid'],
  ...{
    order_paid: ['total'],
    order_paid_in_grams: ['total', 'grams'],
    order_given_up_paid: ['total'],
    order_price_choice: ['paid', 'right'],
  },
  ...{
    difference_back: ['back'],
    difference_gain: ['gain'],
    difference_owed: ['gain'],
    payable_goes: ['total'],
    difference_both: ['back', 'gain'],
  },
  ...{ order_settled: ['back'], order_settled_gain: ['back', 'gain'], payment_review: ['total'] },
  ...{
    refund_requested: ['total'],
    money_returning: ['total'],
    money_returned: ['total'],
    money_return_failed: ['total'],
  },
  ...{ money_in_balance: ['total'], money_kept: ['total'], money_to_account: ['total'], money_unnamed: ['total'] },
  ...{ deposit_money_to_account: ['total'], deposit_money_unnamed: ['total'] },
  ...{ purchase_money_to_account: ['total'], purchase_money_unnamed: ['total'] },
  ...{ deposit_money_in_balance: ['total'], deposit_money_kept: ['total'] },
  ...{ alarm_float: ['all', 'ceiling'], alarm_frozen: ['owed', 'owned'] },
  ...{ limit_bought: ['limit', 'grams', 'total', 'price'], limit_sold: ['limit', 'grams', 'total', 'price'] },
  ...{
    limit_sold_paid_out: ['limit', 'grams', 'total', 'price'],
    limit_sold_unnamed: ['limit', 'grams', 'total', 'price'],
  },
  ...{
    limit_expired: ['limit', 'reserved'],
    limit_ended: ['limit', 'reserved'],
    limit_asked_back: ['limit', 'reserved'],
  },
  ...{ price_ask_above: ['level', 'price'], price_ask_below: ['level', 'price'], price_up: ['price'] },
  ...{ price_bid_above: ['level', 'price'], price_bid_below: ['level', 'price'], price_down: ['price'] },
  ...{ payout_requested: ['total'], payout_paid: ['total'], payout_failed: ['total'], payout_returned: ['total'] },
  ...{
    goldback_booked: ['total'],
    goldback_received: ['total'],
    goldback_offered: ['total'],
    goldback_rejected: ['total'],
  },
  goldback_paid_in_grams: ['grams'],
  ...{ reward_credited: ['grams'], reward_reversed: ['grams'] },
  ...{ goldback_booked_courier: ['total'], goldback_collected: ['total'] },
  ...{ goldback_rejected_courier: ['total'], goldback_returned_courier: ['total'] },
  ...{ goldback_paid: ['total'], goldback_returned: ['total'], goldback_lapsed: ['total'] },
  ...{ legally_received: ['amount'], adjusted_up: ['amount'], adjusted_down: ['amount'] },
  ...{ gold_bought: ['total', 'price'], gold_sold: ['total', 'price'] },
  ...{ gold_sold_paid_out: ['total', 'price'], gold_sold_unnamed: ['total', 'price'], payable_waits: ['total'] },
  ...{ purchase_price_choice: ['grams', 'total', 'right'], sale_price_choice: ['grams', 'total', 'right'] },
  ...{ trade_repriced: ['grams', 'total'], purchase_undone: ['grams', 'total'], sale_undone: ['grams', 'total'] },
  ...{ business_refused: ['grams'], business_quoted: ['grams'], business_expired: ['grams'] },
  ...{
    plan_begun: ['amount'],
    plan_bought: ['grams', 'total', 'price'],
    plan_too_dear: ['amount', 'price', 'ceiling'],
  },
  ...{ plan_missed: ['amount'], plan_paused: ['amount'], plan_charges: ['amount'], plan_uncharged: ['amount'] },
  ...{
    business_agreed: ['grams', 'deposit', 'rest'],
    business_pay_soon: ['grams', 'rest'],
    business_late: ['grams', 'rest'],
    business_closed_out: ['difference', 'kept', 'back'],
    business_closed_out_owed: ['difference', 'kept', 'claim'],
    business_given_back: ['back'],
  },
  ...{ transfer_sent: ['grams'], transfer_waits: ['grams'], transfer_claimed: ['grams'], transfer_returned: ['grams'] },
  ...{ transfer_received: ['grams'], transfer_offered: ['grams'], transfer_link: ['grams'] },
  ...{ purchase_paid: ['grams', 'total', 'price'], purchase_money_returning: ['total'] },
  ...{ purchase_money_returned: ['total'], purchase_money_in_balance: ['total'], purchase_money_kept: ['total'] },
  ...{ purchase_money_return_failed: ['total'], purchase_dispute_opened: ['total'] },
  ...{ purchase_dispute_won: ['total'], purchase_dispute_lost: ['total'] },
  ...{ purchase_dispute_turned_won: ['total'], purchase_dispute_turned_lost: ['total'] },
  ...{ deposit_paid: ['total'], deposit_money_returning: ['total'], deposit_money_returned: ['total'] },
  ...{ deposit_money_return_failed: ['total'], deposit_dispute_opened: ['total'] },
  ...{ deposit_dispute_won: ['total'], deposit_dispute_lost: ['total'] },
  ...{ deposit_dispute_turned_won: ['total'], deposit_dispute_turned_lost: ['total'] },
  ...{ dispute_turned_won: ['total'], dispute_turned_lost: ['total'] },
  ...{ dispute_opened: ['total'], dispute_won: ['total'], dispute_lost: ['total'] },
}
const asThePageHasIt = {
  id: ['Rp\u00a023.415.061', 'RM\u00a01.234,56'],
  'en-US': ['Rp\u00a023,415,061', 'RM\u00a01,234.56'],
  zh: ['Rp\u00a023,415,061', 'RM\u00a01,234.56'],
}

test.each(languages)('every letter in %s says its amounts as the pages do', (language) => {
  for (const [name, amounts] of Object.entries(amountsOf) as [MailTemplate, string[]][])
    for (const [place, amount] of [amountOf(23_415_061n, 'IDR'), amountOf(123_456n, 'MYR')].entries()) {
      const values = {
        ...valuesWith(templates[name] as Template<Record<string, string>>, {}, 'x'),
        ...Object.fromEntries(amounts.map((one) => [one, amount])),
      }
      const { body } = writeMail({ template: name, language, channel: 'email', store: 'id', values: values as never })
      expect(body.split(asThePageHasIt[language][place] as string).length - 1, name).toBeGreaterThanOrEqual(
        amounts.length,
      )
      expect(body, name).not.toMatch(/\b(IDR|MYR)\b/)
    }
})

test('several payments on their way back are said beside each other', () => {
  const total = [amountOf(1_000n, 'IDR'), amountOf(2_000n, 'IDR')]
  const { body } = writeMail({
    ...{ template: 'money_returning', language: 'id', channel: 'email', store: 'id' },
    values: { number: 'K1', total },
  })
  expect(body).toContain('Rp\u00a01.000 + Rp\u00a02.000')
})

test('one language is not another', () => {
  for (const name of names)
    expect(new Set(languages.map((language) => composed(name, language, 'email', 'x').body)).size, name).toBe(3)
})

test.each(languages)('codes fit one text message in %s and can be filled in by the telephone', (language) => {
  for (const name of names.filter((one) => templates[one].about === 'code')) {
    const { text } = composed(name, language, 'sms', 'Chrome 141, Windows')
    expect(text.split('\n').at(-1)).toBe('@shop.karat.example #482913')
    const { alphabet, segments } = smsSegments(text)
    expect({ name, segments, text }).toMatchObject({ segments: 1 })
    expect(text.startsWith('Toko Emas & Co: ')).toBe(language !== 'zh')
    expect(alphabet).toBe(language === 'zh' ? 'ucs2' : 'gsm7')
  }
})

test.each([
  ['a'.repeat(160), 'gsm7', 1],
  ['a'.repeat(161), 'gsm7', 2],
  ['€'.repeat(80), 'gsm7', 1],
  ['€'.repeat(81), 'gsm7', 2],
  ['金'.repeat(70), 'ucs2', 1],
  ['金'.repeat(71), 'ucs2', 2],
  ['😀'.repeat(35), 'ucs2', 1],
  ['😀'.repeat(36), 'ucs2', 2],
  [`${'a'.repeat(159)}’`, 'ucs2', 3],
] as const)('%s', (text, alphabet, segments) => expect(smsSegments(text)).toEqual({ alphabet, segments }))

test('printers’ signs do not make a message three', () =>
  expect(smsSegments(toSmsText(`${'a'.repeat(157)}’–\u00a0`))).toEqual({ alphabet: 'gsm7', segments: 1 }))
