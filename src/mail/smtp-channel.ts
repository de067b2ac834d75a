/** Mail by SMTP. Encrypted or not at all, unless the settings say otherwise; slow servers are left in time. */
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Channel, Outcome, Outgoing } from './channels.ts'

export type SmtpOptions = {
  url: string
  tls: 'required' | 'none'
  from: string
  replyTo: string
  /** A certificate authority beside the known ones. */
  ca?: string
}

const CONNECT_MS = 10_000
const ANSWER_MS = 20_000
const WHOLE_MS = 60_000
const AT_ONCE = 4
/** Before the envelope: what fails here says nothing of the message. */
const BEFORE_ENVELOPE = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH)/
/** One address and nothing else: no list, no name, no line break. */
const ONE_ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]{1,64}@[^\s<>()[\]\\,;:"@\p{Cc}]{1,190}$/u

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

export function openSmtpChannel(options: SmtpOptions): Channel {
  const transport = createTransport({ ...connection(options), pool: true, maxConnections: AT_ONCE, maxMessages: 100 })
  transport.use('stream', watchBody)
  const domain = /@([^\s>]+)>?$/.exec(options.from)?.[1] ?? 'localhost'
  return {
    repeatable: false,
    async send(message) {
      if (!ONE_ADDRESS.test(message.to)) return { is: 'refused', problem: 'no usable address' }
      const bodies: Readable[] = []
      const signal = AbortSignal.timeout(WHOLE_MS)
      try {
        const info: Info = await transport.sendMail({ ...letter(message, options, domain), signal, bodies } as Letter)
        return { is: 'sent', providerId: (info.serverMessageId || info.response || '').slice(0, 200) || null }
      } catch (error) {
        return outcomeOf(
          error as SmtpError,
          bodies.some((body) => body.readableDidRead),
        )
      }
    },
    async close() {
      transport.close()
    },
  }
}

type Letter = Parameters<ReturnType<typeof createTransport>['sendMail']>[0]
type Info = { serverMessageId?: string | undefined; response?: string | undefined }
type Watched = { data: object; message: { createReadStream(...given: unknown[]): Readable } }

/** Remembers the stream that the body of a letter is read from: it is read only once the server has asked for the body. */
function watchBody(mail: object, done: () => void) {
  const { data, message } = mail as Watched
  const open = message.createReadStream.bind(message)
  message.createReadStream = (...given) => {
    const body = open(...given)
    ;(data as { bodies: Readable[] }).bodies.push(body)
    return body
  }
  done()
}

function connection({ url, tls, ca }: SmtpOptions) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && tls === 'required',
    ignoreTLS: !secure && tls === 'none',
    tls: { minVersion: 'TLSv1.2' as const, ...(ca ? { ca } : {}) },
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The Message-ID is made of the row's id, so that programs which see a letter twice can tell. */
function letter(
  { id, to, subject, text, html, unsubscribe }: Outgoing,
  { from, replyTo }: SmtpOptions,
  domain: string,
) {
  return {
    messageId: `<${id}@${domain}>`,
    from,
    to: { name: '', address: to },
    ...(replyTo ? { replyTo } : {}),
    subject: subject.replace(/\p{Cc}+/gu, ' '),
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe
        ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  }
}

function outcomeOf({ code, command = '', responseCode }: SmtpError, bodyLeft: boolean): Outcome {
  const problem = [code ?? 'error', command, responseCode ?? ''].join(' ').trim()
  if (responseCode === undefined) {
    if (bodyLeft) return { is: 'unknown', problem }
    // Refused by the library itself before anything was said to a server.
    if (command === 'API' || code === 'EMESSAGE') return { is: 'refused', problem }
    return { is: 'away', problem }
  }
  if (responseCode === 421 || BEFORE_ENVELOPE.test(command)) return { is: 'away', problem }
  // A sender that the server does not take is a wrong setting, which an operator may mend.
  if (responseCode >= 500 && command !== 'MAIL FROM') return { is: 'refused', problem }
  return { is: 'later', problem }
}
