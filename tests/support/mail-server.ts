/** A mail server as the world has them: it keeps what it took, and refuses or breaks off where a test says so. */
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { localCertificate } from './certificate.ts'

export type MailServer = {
  port: number
  ca: string
  letters: { raw: string; to: string[]; from: string; secure: boolean; user: string }[]
  /** Where it fails: a code for the receiver or the body, or the line cut after the body. */
  trouble: { rcpt?: number; data?: number; cut?: 'after body' | 'at receiver' } | undefined
  close(): Promise<void>
}

export async function startMailServer(
  options: { tls?: boolean; user?: string; password?: string } = {},
): Promise<MailServer> {
  const { key, cert } = localCertificate()
  const served: MailServer = { port: 0, ca: cert, letters: [], trouble: undefined, close: async () => {} }
  const refusal = (code: number) => Object.assign(new Error('not now'), { responseCode: code })
  const cut = (session: SMTPServerSession) => {
    for (const connection of server.connections as Set<{ session: SMTPServerSession; _socket: { destroy(): void } }>)
      if (connection.session.id === session.id) connection._socket.destroy()
  }
  const server = new SMTPServer({
    key,
    cert,
    logger: false,
    closeTimeout: 100,
    ...(options.tls === false ? { disabledCommands: ['STARTTLS'] } : {}),
    ...(options.user ? { authMethods: ['PLAIN'] } : { authOptional: true }),
    onAuth: ({ username, password }, _session, done) =>
      username === options.user && password === options.password
        ? done(null, { user: username })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
    onRcptTo(_address, session, done) {
      if (served.trouble?.cut === 'at receiver') return cut(session)
      done(served.trouble?.rcpt ? refusal(served.trouble.rcpt) : undefined)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (served.trouble?.data) return done(refusal(served.trouble.data))
        const { mailFrom, rcptTo } = session.envelope
        served.letters.push({
          raw: Buffer.concat(chunks).toString('utf8'),
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          secure: session.secure,
          user: String(session.user ?? ''),
        })
        if (served.trouble?.cut === 'after body') return cut(session)
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  served.port = (server.server.address() as AddressInfo).port
  served.close = () => new Promise((resolve) => server.close(() => resolve()))
  return served
}

/** A letter as a mail program reads it. */
export const read = (raw: string): Promise<Email> => PostalMime.parse(raw)
export const header = (email: Email, name: string): string | undefined =>
  email.headers.find(({ key }) => key === name.toLowerCase())?.value
