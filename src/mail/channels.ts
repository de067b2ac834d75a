/** The ways out of the house: an adapter for each channel that is configured. Without one, messages stay in the outbox. */
import type { Config } from '../config.ts'
import { openSmsChannel } from './sms-channel.ts'
import { openSmtpChannel } from './smtp-channel.ts'

export type Outgoing = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** The address of the one-click unsubscription, for what is sent only to who asked for it. */
  unsubscribe: string | null
}

/** What became of one hand-over. `problem` names a code, never the destination or the words. */
export type Outcome =
  | { is: 'sent'; providerId: string | null }
  /** A no that will stay a no. */
  | { is: 'refused'; problem: string }
  /** A no of this moment. */
  | { is: 'later'; problem: string }
  /** Nobody was reached, and nothing of the message has left. */
  | { is: 'away'; problem: string }
  /** It left, and no answer came. */
  | { is: 'unknown'; problem: string }

export type Channel = {
  /** Whether the other side keeps one effect for one message id, so that an unknown outcome may be tried again. */
  repeatable: boolean
  send(message: Outgoing): Promise<Outcome>
  close(): Promise<void>
}
export type ChannelName = 'email' | 'sms'
export type Channels = Map<ChannelName, Channel>

export function openChannels(config: Config): Channels {
  const channels: Channels = new Map()
  const { SMTP_URL, SMTP_TLS, MAIL_FROM, MAIL_REPLY_TO, SMS_URL, SMS_KEY, SMS_FROM } = config
  if (SMTP_URL)
    channels.set(
      'email',
      openSmtpChannel({ url: SMTP_URL, tls: SMTP_TLS || 'required', from: MAIL_FROM, replyTo: MAIL_REPLY_TO }),
    )
  if (SMS_URL) channels.set('sms', openSmsChannel({ url: SMS_URL, key: SMS_KEY, from: SMS_FROM }))
  return channels
}
