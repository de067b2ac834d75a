/**
 * Reports of content that a page's policy refused, as browsers send them. Anybody can send anything here, so what is logged
 * is made of our own words: the directive, where the content came from, and which part of the shop it was.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Karat } from '../karat.ts'
import { addressSubject } from './limits.ts'

const MAX_BYTES = 16_384
const MAX_REPORTS = 20
/** Lines a minute and process; a page that is broken everywhere needs no more to be found. */
const MAX_LINES = 30

const text = z.string().max(4000)
const Old = z.object({
  'csp-report': z.object({
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': text.optional(),
    'document-uri': text.optional(),
  }),
})
const New = z
  .array(
    z.object({
      type: z.string().max(100),
      body: z.object({
        effectiveDirective: text.optional(),
        blockedURL: text.optional(),
        documentURL: text.optional(),
      }),
    }),
  )
  .max(MAX_REPORTS)

type Report = { directive: string; blocked: string; page: string }

export async function contentReportApi(scope: FastifyInstance, karat: Karat): Promise<void> {
  let [minute, lines, dropped] = [0, 0, 0]
  function mayLog(): boolean {
    const now = Math.floor(karat.now() / 60_000)
    if (now !== minute) [minute, lines] = [now, 0]
    lines += 1
    if (lines > MAX_LINES) dropped += 1
    return lines <= MAX_LINES
  }
  scope.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    async (_request: unknown, body: string) => readReports(body),
  )
  scope.post('/csp-report', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    await karat.limits.count('public', addressSubject(request.ip), karat.now())
    for (const report of Array.isArray(request.body) ? (request.body as Report[]) : [])
      if (mayLog()) {
        karat.log.warn({ ...report, dropped }, 'a page’s policy refused content')
        dropped = 0
      }
    return reply.code(204).send()
  })
}

/** What is no report is nothing, and is told so to nobody. */
function readReports(body: string): Report[] {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return []
  }
  const old = Old.safeParse(json)
  if (old.success) {
    const report = old.data['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive']
    return [known(directive, report['blocked-uri'], report['document-uri'])]
  }
  const all = New.safeParse(json)
  if (!all.success) return []
  return all.data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: one }) => known(one.effectiveDirective, one.blockedURL, one.documentURL))
}

const directives =
  /^(default|script|style|img|font|connect|manifest|worker|object|frame|media|child)-src(-elem|-attr)?|^(base-uri|form-action|frame-ancestors|require-trusted-types-for|trusted-types)/
const words = /^(inline|eval|wasm-eval|self|data|blob|trusted-types-policy|trusted-types-sink)$/
const parts =
  /^\/(home|product|user|mallOrder|payOrder|payProduct|login|signup|agreement|privacy|contactUs|admin)(?=\/|$)/

const known = (directive = '', blocked = '', page = ''): Report => ({
  directive: directives.exec(directive)?.[0] ?? 'other',
  blocked: words.test(blocked) ? blocked : (schemeOf(blocked) ?? 'other'),
  page: parts.exec(pathOf(page))?.[0] ?? 'other',
})

/** Not the address, which may name a person: another site, a browser's extension, or our own. */
function schemeOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol } = new URL(address)
  return /^(https?|data|blob|chrome-extension|moz-extension|safari-web-extension):$/.test(protocol)
    ? protocol.slice(0, -1)
    : null
}

const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : '')
