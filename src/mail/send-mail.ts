/** Mail and text messages leave only with the transaction that causes them: they are rows of it. */
import { v7 as newId } from 'uuid'
import { type Sql, sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'
import { formatAmount } from '../ui/format.ts'
import { getConsents } from './consents.ts'
import { mayText } from './sms-destinations.ts'
import {
  type About,
  type Locale,
  type MailTemplate,
  type MailValue,
  type MailValues,
  type Template,
  templates,
  topicOf,
} from './templates.ts'

export type Mail<T extends MailTemplate> = {
  destination: string
  channel: 'email' | 'sms'
  template: T
  language: string
  values: MailValues[T]
  /** Whose seller the message names. */
  store: string
  /**
   * Whose letter it is. Needed where the address was read from their account: closed meanwhile, it gets no letter any more. And needed for
   * what is sent only to who asked, which is not written without their consent.
   */
  memberId?: string
  /** Names the occasion: a second message with the same key is not written. */
  onceKey?: string
}

/** What the designed part of a message is made of; kept in the row beside the plain text. */
export type Layout = {
  about: About
  text: string
  code?: string
  button?: { label: string; link: string }
  /** The number of the order that it is about, to which its button leads. */
  order?: string
  store?: string
}

/** Codes leave before everything else, what is only news after everything else. */
const ranks: Record<About, number> = {
  code: 0,
  security: 0,
  account: 1,
  order: 1,
  trade: 1,
  contact: 1,
  activity: 1,
  back_in_stock: 2,
  price_alert: 1,
  news: 2,
}

/** What the e-mail address of an account that is closed for good ends with: nobody is reached there. */
export const CLOSED_DOMAIN = '@closed.invalid'

/**
 * Writes a message into the outbox; it exists if and only if the caller's transaction commits. What is sent
 * only to who asked for it is not written without their consent, and nothing is written to a closed account.
 */
export async function queueMail<T extends MailTemplate>(tx: Tx, mail: Mail<T>): Promise<void> {
  if (mail.destination.endsWith(CLOSED_DOMAIN)) return
  const written = writeMail(mail)
  const topic = topicOf(written.layout.about)
  if (topic && !(mail.memberId && (await getConsents(tx, mail.memberId))[topic])) return
  await tx.run(sql`${inserted(mail, written)} on conflict (once_key) do nothing`)
}

/**
 * The part of a statement that writes one, to be followed by the condition under which it does: for letters about what was done,
 * which need no consent. One that was written before fails it.
 */
export const writtenLetter = <T extends MailTemplate>(mail: Mail<T>): Sql => inserted(mail, writeMail(mail))

const inserted = <T extends MailTemplate>(
  mail: Mail<T>,
  { subject, body, layout }: ReturnType<typeof writeMail<T>>,
): Sql => sql`
    insert into mail.messages (id, destination, channel, template, language, subject, body, layout, rank, state, give_up_at, member_id, once_key)
    select ${newId()}::uuid, ${mail.destination}, ${mail.channel}, ${mail.template}, ${mail.language}, ${subject}, ${body},
      ${JSON.stringify(layout)}::jsonb, ${ranks[layout.about]}, ${leaves(mail) ? 'queued' : 'withheld'}, now() + make_interval(secs => ${settings.mail.worthSeconds[layout.about]}::int),
      ${mail.memberId ?? null}::uuid, ${mail.onceKey ?? null}`

/**
 * Whether it is meant to leave the house. A text message to a country that the store does not text, or to a number that nobody has, is
 * written all the same and stays: the work is that of any other, so that nobody learns by asking who has an account.
 */
const leaves = ({
  channel,
  template,
  store,
  destination,
}: Pick<Mail<MailTemplate>, 'channel' | 'template' | 'store' | 'destination'>) =>
  channel === 'email' || (template !== 'no_account' && mayText(store, destination))

const written = (values: Record<string, MailValue>, language: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueIn(value, language)]))

const valueIn = (value: MailValue, language: Locale): string =>
  typeof value === 'string'
    ? value
    : [value]
        .flat()
        .map((amount) => formatAmount(amount, language))
        .join(' + ')

/** The words of a message: subject, plain text, and what its designed part is made of. */
export function writeMail<T extends MailTemplate>(
  mail: Pick<Mail<T>, 'channel' | 'template' | 'language' | 'values' | 'store'>,
) {
  const template = templates[mail.template] as unknown as Template<Record<string, string>>
  const values = written(mail.values as Record<string, MailValue>, mail.language as Locale)
  const locale = { locale: mail.language as Locale }
  const write = mail.channel === 'sms' ? (template.sms ?? template.body) : template.body
  const text = write(values, locale)
  const link = template.link && values[template.link]
  const label = template.button?.({}, locale)
  const code = template.code && values[template.code]
  const layout: Layout = {
    about: template.about,
    text,
    ...(code ? { code } : {}),
    ...(link && label ? { button: { label, link } } : {}),
    ...(template.about === 'order' && values.number ? { order: values.number } : {}),
    store: mail.store,
  }
  const plainLink = link && label && mail.channel === 'email' ? `\n\n${label}:\n${link}` : link ? `\n${link}` : ''
  return { subject: template.subject(values, locale), body: text + plainLink, layout }
}
