/** Makes of a row of the outbox what leaves the house: plain text, designed text, the words of a text message. */
import * as m from '../locale/paraglide/messages.js'
import { mailFrame } from './mail-frame.ts'
import type { Layout } from './send-mail.ts'
import { smsSegments, toSmsText } from './sms-rules.ts'
import type { About, Locale } from './templates.ts'

export type Written = {
  channel: 'email' | 'sms'
  language: string
  subject: string
  body: string
  /** Null in rows of release 3 and before. */
  layout: Layout | null
}
type Around = {
  publicUrl: string
  /** The page on which these messages can be ended, for what is sent only to who asked for it. */
  unsubscribePage: string | null
  /** What the store calls itself whose letter it is. */
  brand: string
  /** The house whose letter it is. */
  seller: string[]
}

const reasons: Record<About, (inputs: { shop: string }, options: { locale: Locale }) => string> = {
  code: m.mail_why_code,
  security: m.mail_why_security,
  account: m.mail_why_account,
  order: m.mail_why_order,
  trade: m.mail_why_trade,
  contact: m.mail_why_contact,
  activity: m.mail_why_activity,
  back_in_stock: m.mail_why_back_in_stock,
  price_alert: m.mail_why_price_alert,
  news: m.mail_why_news,
}

export function composeMail(
  message: Written,
  { publicUrl, unsubscribePage, brand, seller: house }: Around,
): { text: string; html: string } {
  const { language, subject, body } = message
  const layout = message.layout ?? { about: 'account', text: body }
  const locale = { locale: language as Locale }
  if (message.channel === 'sms') return { text: smsText(message, layout, { brand, publicUrl }), html: '' }
  const ofOrder = layout.order ? orderButton(layout.order, publicUrl, locale) : undefined
  const button = layout.button ?? ofOrder
  const said = ofOrder ? `${body}\n\n${ofOrder.label}:\n${ofOrder.link}` : body
  const seller = house.slice(0, 3).join(' · ')
  const foot = [m.mail_frame_never({}, locale), reasons[layout.about]({ shop: brand }, locale), seller]
  const unsubscribe = unsubscribePage
    ? { label: m.mail_frame_unsubscribe({}, locale), link: unsubscribePage }
    : undefined
  const end = unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.link}` : ''
  const html = mailFrame({
    language,
    title: subject,
    paragraphs: layout.text.split(/\n{2,}/),
    foot,
    brand,
    home: publicUrl,
    ...(layout.code
      ? { code: { label: m.mail_frame_code({}, locale), text: layout.code }, preview: m.mail_frame_never({}, locale) }
      : {}),
    ...(button ? { button: { ...button, copy: m.mail_frame_copy({}, locale) } } : {}),
    ...(unsubscribe ? { unsubscribe } : {}),
  })
  return { text: `${said}\n\n-- \n${foot.join('\n')}${end}\n`, html }
}

/** To the order by its number: the page finds it among its reader's own. */
const orderButton = (number: string, publicUrl: string, locale: { locale: Locale }) => ({
  label: m.mail_order_button({}, locale),
  link: new URL(`/user/order/list?number=${encodeURIComponent(number)}`, publicUrl).href,
})

/**
 * Says first who sends it. A code is followed by the line that lets a telephone fill it in, on our own pages only: that names the shop too,
 * so a name that would make a second segment of it is left out.
 */
function smsText(
  { body, language }: Written,
  { code }: Layout,
  { brand, publicUrl }: Pick<Around, 'brand' | 'publicUrl'>,
) {
  const end = code ? `\n\n@${new URL(publicUrl).hostname} #${code}` : ''
  const named = toSmsText(`${brand}${language === 'zh' ? '：' : ': '}${body}${end}`)
  return code && smsSegments(named).segments > 1 ? toSmsText(body + end) : named
}
