/** A real shop of one test: an empty database, a mailbox and a gold price of its own, and the certificate that stands before it. */
import { rmSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { startEmbedded } from '../../../src/db/embedded.ts'
import { localCertificate } from '../../support/certificate.ts'
import { newFolder } from '../../support/folder.ts'
import { type MailServer, read, startMailServer } from '../../support/mail-server.ts'
import { freePort, opened, stopped } from '../../support/process.ts'
import { feedSettings, servePrices } from './price-feed.ts'

/** Two below the shop of the other tests: the browser is told of it before the shop is there. */
const PORT = Number(process.env.KARAT_E2E_PORT ?? 3999) - 2
const host = 'toko.example'
export const ownAddress = `https://${host}`
/** Leads the browser past the names of the world. */
export const ownNames = `--host-resolver-rules=MAP ${host} 127.0.0.1:${PORT}`

export type OwnShop = {
  /** The link that the first start printed. */
  ownerLink: string
  /** Of who owns the schema. */
  connectionString: string
  /** The newest letter to somebody, once one has come whose text has this. */
  letter(to: string, about: RegExp): Promise<string>
  close(): Promise<void>
}

/** DEMO=0 on nothing, as a dealer starts it behind a proxy; only the database does not wait for the disk. */
export async function openOwnShop(): Promise<OwnShop> {
  const folder = newFolder('own')
  const [embedded, mail, feed] = await Promise.all([
    startEmbedded(folder, { fast: true }),
    startMailServer({ tls: false }),
    freePort(),
  ])
  const prices = servePrices(feed)
  const shop = await opened({
    ...feedSettings(feed),
    ...{ DEMO: '0', DATA_DIR: folder, DATABASE_URL: embedded.connectionString, EXPOSURE_LIMITS: '1' },
    ...{ PUBLIC_URL: ownAddress, TRUST_PROXY: '127.0.0.1', RATE_LIMITS: '1' },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, SMTP_TLS: 'none', MAIL_FROM: `Toko Emas <halo@${host}>` },
  })
  const front = await serveSecurely(shop.port)
  return {
    ownerLink: /https:\S+\/setup#[\w-]{43}/.exec(shop.said())?.[0] ?? '',
    connectionString: embedded.connectionString,
    letter: (to, about) => letterTo(mail, to, about),
    async close() {
      front.close()
      front.closeAllConnections()
      const code = await stopped(shop)
      prices.close()
      await Promise.all([mail.close(), embedded.stop()])
      rmSync(folder, { recursive: true, force: true })
      if (code !== 0) throw new Error(`the shop ended with code ${code}: ${shop.said()}`)
    },
  }
}

async function letterTo({ letters }: MailServer, to: string, about: RegExp): Promise<string> {
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((next) => setTimeout(next, 100)))
    for (const { raw } of letters.filter((one) => one.to.includes(to)).reverse()) {
      const { text = '' } = await read(raw)
      if (about.test(text)) return text
    }
  throw new Error(`no letter to ${to} has ${about}; there are letters to ${letters.map((one) => one.to).join(', ')}`)
}

/** As a dealer's own proxy does it. */
async function serveSecurely(port: number): Promise<https.Server> {
  const agent = new http.Agent({ keepAlive: true })
  const server = https.createServer(localCertificate(), (incoming, answer) => {
    const { method, url: path } = incoming
    const headers = { ...incoming.headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' }
    const onward = http.request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer).on('error', () => {})
      response.on('aborted', () => answer.destroy())
    })
    onward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    incoming.pipe(onward)
  })
  server.on('close', () => agent.destroy())
  await new Promise<void>((resolve) => server.listen(PORT, '127.0.0.1', () => resolve()))
  return server
}
