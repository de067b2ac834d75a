/**
 * Hands messages over. The one rule: `sending` is committed before the first byte leaves, and a message whose sender died in
 * it is `unknown`, listed and never sent again by itself. Where the other side keeps one effect for one id (text messages),
 * the same message is asked for again instead.
 */
import { sql } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import type { Karat } from '../karat.ts'
import { sellerLines } from '../stores/setting-rules.ts'
import { brandIn, DEFAULT_STORE, usualStore } from '../stores/stores.ts'
import type { ChannelName, Channels, Outcome } from './channels.ts'
import { composeMail, type Written } from './compose-mail.ts'
import { returnLeaving, takeLeaving } from './sms-budget.ts'
import { unsubscribeAddresses } from './unsubscribe-link.ts'

export type Sender = Pick<Karat, 'db' | 'config' | 'settings' | 'log' | 'sealing' | 'stores'> & { channels: Channels }
type Claimed = Written & {
  id: string
  destination: string
  template: string
  claim: number
  tries: number
  memberId: string | null
}

/**
 * Sends every message that is due, some at once. A channel on which nobody answers is left at once: what waits there loses
 * no try. Resolves to how many were handed over, and to the channels on which nobody answered.
 */
export async function deliverMail(sender: Sender): Promise<{ sent: number; away: ChannelName[] }> {
  const { channels, settings } = sender
  const nobody: ChannelName[] = []
  let sent = 0
  for (const name of channels.keys()) {
    let away = false
    const work = async () => {
      while (!away) {
        const message = await claimMessage(sender, name)
        if (!message) return
        const outcome = await handOver(sender, message)
        if (outcome.is === 'away') away = true
        if (outcome.is === 'sent') sent++
      }
    }
    await Promise.all(Array.from({ length: settings.mail.atOnce }, work))
    if (away) nobody.push(name)
  }
  return { sent, away: nobody }
}

/** Takes one message for this sender alone; committed when it returns. */
const claimMessage = ({ db, settings }: Sender, channel: ChannelName) =>
  db.row<Claimed>(sql`
    update mail.messages set state = 'sending', claim = claim + 1, tries = tries + 1, claimed_until = now() + make_interval(secs => ${settings.mail.claimSeconds}::int)
    where id = (select id from mail.messages where state = 'queued' and channel = ${channel} and next_try_at <= now()
                  and give_up_at > now() order by rank, next_try_at limit 1 for update skip locked)
    returning id, destination, channel, template, language, subject, body, layout, claim, tries, member_id as "memberId"`)

async function handOver(sender: Sender, message: Claimed): Promise<Outcome> {
  const outcome = await attempt(sender, message)
  await record(sender, message, outcome)
  return outcome
}

async function attempt(sender: Sender, message: Claimed): Promise<Outcome> {
  const channel = sender.channels.get(message.channel)
  if (!channel) return { is: 'away', problem: 'no channel' }
  const { id, destination: to, subject } = message
  const number = { store: message.layout?.store ?? DEFAULT_STORE, number: to, urgent: isUrgent(message) }
  if (message.channel === 'sms' && !(await takeLeaving(sender.db, sender, number)))
    return { is: 'refused', problem: 'sms budget' }
  const { page, oneClick } = unsubscribeAddresses(sender, message)
  const publicUrl = sender.config.PUBLIC_URL
  const { text, html } = composeMail(message, { publicUrl, unsubscribePage: page, ...houseOf(sender, message) })
  const outcome = await channel.send({ id, to, subject, text, html, unsubscribe: oneClick })
  if (message.channel === 'sms' && outcome.is === 'away') await returnLeaving(sender.db, number)
  return outcome.is === 'unknown' && channel.repeatable ? { is: 'later', problem: outcome.problem } : outcome
}

/** Whose letter it is: what the store calls itself, and the house, which has no lines before there is a store. */
export function houseOf({ stores }: Pick<Karat, 'stores'>, { layout }: Pick<Written, 'layout'>) {
  const store = stores.get(layout?.store ?? '') ?? usualStore(stores)
  return { brand: brandIn(stores, layout?.store), seller: store ? sellerLines(store.settings) : [] }
}

/** Codes, and what tells of a change that was made; a wish that may come to nothing is not. */
const isUrgent = ({ template, layout }: Claimed) =>
  layout?.about === 'code' || (layout?.about === 'security' && template !== 'change_asked')

/**
 * Writes what became of it, unless somebody else has claimed the message since. A letter that is known to have left is sent,
 * even if it was given up and waits again: it does not leave a second time.
 */
async function record(sender: Sender, message: Claimed, outcome: Outcome) {
  const { db, settings, log } = sender
  const claimed = sql`id = ${message.id} and claim = ${message.claim}`
  const mine = sql`${claimed} and state in ('sending', 'unknown')`
  if (outcome.is === 'sent') {
    await db.run(sql`update mail.messages set state = 'sent', sent_at = now(), claimed_until = null, problem = null,
      provider_id = ${outcome.providerId}, ${spent(sender)} where ${claimed} and state in ('sending', 'unknown', 'queued', 'expired')`)
    return
  }
  const { problem } = outcome
  if (outcome.is === 'away') {
    log.warn({ channel: message.channel, problem }, 'messages cannot leave the house')
    await db.run(sql`update mail.messages set state = 'queued', tries = tries - 1, claimed_until = null, problem = ${problem},
      next_try_at = now() + make_interval(secs => ${settings.mail.awaySeconds}::int) where ${mine}`)
    return
  }
  if (outcome.is === 'later' && message.tries < settings.mail.tries) {
    const wait = settings.mail.backoffSeconds * 4 ** (message.tries - 1)
    await db.run(sql`update mail.messages set state = 'queued', claimed_until = null, problem = ${problem},
      next_try_at = now() + make_interval(secs => ${wait}::int) where ${mine}`)
    return
  }
  const state = outcome.is === 'unknown' ? 'unknown' : 'refused'
  log.warn({ message: message.id, channel: message.channel, state, problem }, 'a message is not sent any more')
  await db.run(sql`update mail.messages set state = ${state}, claimed_until = null, problem = ${problem} where ${mine}`)
}

/** Codes and links that open something are not kept once they are sent; the demonstration's mailbox goes on showing them. */
const spent = ({ config }: Sender) =>
  config.DEMO
    ? sql`body = body`
    : sql`body = case when layout->>'about' in ('code', 'security', 'account') then '' else body end,
        layout = case when layout->>'about' in ('code', 'security', 'account') then null else layout end`

/**
 * Settles what was left behind: a sender that died after its claim leaves `unknown` where a second hand-over would be a
 * second message, and what is no longer worth sending is `expired`. Both are listed.
 */
export async function settleLeftMail({ db, channels }: Pick<Sender, 'db' | 'channels'>): Promise<void> {
  for (const [name, { repeatable }] of channels) {
    await (repeatable
      ? db.run(sql`update mail.messages set state = 'queued', claimed_until = null, problem = 'sender died'
          where state = 'sending' and channel = ${name} and claimed_until < now()`)
      : db.run(sql`update mail.messages set state = 'unknown', claimed_until = null, problem = 'sender died'
          where state = 'sending' and channel = ${name} and claimed_until < now()`))
    await db.run(
      sql`update mail.messages set state = 'expired' where state = 'queued' and channel = ${name} and give_up_at <= now()`,
    )
  }
}

/** Deletes messages that are older than the settings keep them, whatever became of them. */
export const forgetOldMail = ({ db, settings }: Pick<Sender, 'db' | 'settings'>): Promise<number> =>
  endOld(db, {
    from: sql`mail.messages`,
    old: sql`state <> 'sending' and created_at < now() - make_interval(days => ${settings.mail.keepDays}::int)`,
  })
