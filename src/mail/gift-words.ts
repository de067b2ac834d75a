/** Letters to whom somebody sends grams; what they wrote with them stands at the end. Pure. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import type { Locale, Template } from './templates.ts'

type Gift = { name: string; grams: Amount; card: string; note: string }
type Said = { [Name in keyof Gift]: string }
type Options = { locale: Locale }

const greetings: Record<string, (values: Record<never, never>, options: Options) => string> = {
  birthday: m.mail_transfer_birthday,
  wedding: m.mail_transfer_wedding,
  thanks: m.mail_transfer_thanks,
}

/** The greeting of the card and the note, each as far as it is there. */
const withWords = (body: string, { card, note }: Said, options: Options): string =>
  [body, greetings[card]?.({}, options), note && `“${note}”`].filter(Boolean).join('\n\n')

export const ofGift = (body: (gift: Said, options: Options) => string): Template<Gift> => ({
  ...{ about: 'trade', subject: m.mail_transfer_received_subject },
  body: (gift, options) => withWords(body(gift, options), gift, options),
})

/** To somebody who is no member: the button leads to the gift. */
export const giftLink: Template<Gift & { link: string }> = {
  ...{ about: 'trade', subject: m.mail_transfer_received_subject },
  body: (gift, options) => withWords(m.mail_transfer_link_body(gift, options), gift, options),
  sms: m.mail_transfer_link_sms,
  ...{ link: 'link', button: m.mail_transfer_link_button },
}
