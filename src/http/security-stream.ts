/** The security stream: one line for each event of security-event-rules.ts, written at the door, whatever LOG_LEVEL says. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Refusal } from '../refusals.ts'
import { addressSubject } from './limits.ts'
import { eventOfCall, eventOfRefusal, type SecurityEvent } from './security-event-rules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose account a call without a token turned out to be about: that of a link, of a sign-in. */
    about: { member?: string; staff?: string } | null
  }
}

/** Lines a minute of one event from one network address, an IPv6 caller being its /64; the last says that the others are left out. */
const LINES_A_MINUTE = 60
/** Addresses counted one by one in a minute; those after them share one count. */
const ADDRESSES = 10_000
const WINDOW_MS = 60_000

export type SecurityStream = {
  /** Lets the calls of this scope that are events be written when they succeed. Other calls pay nothing. */
  watch(scope: FastifyInstance): void
  refused(request: FastifyRequest, refusal: Refusal): void
}

export function openSecurityStream({ log, now }: { log: FastifyBaseLogger; now: () => number }): SecurityStream {
  const level = log.level === 'silent' ? 'silent' : 'info'
  const stream = log.child({ stream: 'security' }, { level })
  const mayWrite = boundedLines(now)

  function write(event: SecurityEvent, request: FastifyRequest, more: { refusal?: string } = {}) {
    const lines = mayWrite(event, addressSubject(request.ip))
    if (lines === 'none') return
    const { url, config } = request.routeOptions
    const line = {
      ...{ event, at: new Date(now()).toISOString(), actor: actorOf(request), ip: request.ip },
      ...{ request_id: request.id, call: `${request.method} ${url ?? 'unknown'}` },
      ...(config.permission ? { permission: config.permission } : {}),
      ...(lines === 'last' ? { left_out: 'further ones of this minute' } : {}),
      ...subjectOf(request),
      ...more,
    }
    stream.info(line, 'security')
  }

  return {
    watch: (scope) => scope.addHook('onRoute', (route) => watchRoute(route, write)),
    refused(request, { code, rule }) {
      const event = eventOfRefusal(code, rule.status, request.routeOptions.config?.access)
      if (event) write(event, request, { refusal: code })
    },
  }
}

function watchRoute(route: RouteOptions, write: (event: SecurityEvent, request: FastifyRequest) => void) {
  const { method, url, config = {} } = route
  const event = eventOfCall({ ...config, method: String(method), url })
  if (!event) return
  route.preSerialization = async (request: FastifyRequest, _reply: unknown, payload: unknown) => {
    noteWhoSignedIn(request, payload)
    return payload
  }
  route.onResponse = (request, reply, done) => {
    if (reply.statusCode < 400) write(event === 'signed_in' && !request.about ? 'sign_in_begun' : event, request)
    done()
  }
}

type SignedIn = { data?: { userInfo?: { id: string }; staff?: { id: string } } | null }

function noteWhoSignedIn(request: FastifyRequest, payload: unknown) {
  const data = (payload as SignedIn | null)?.data
  if (data?.userInfo) request.about = { member: data.userInfo.id }
  if (data?.staff && request.routeOptions.config.access === 'public') request.about = { staff: data.staff.id }
}

/** Who did it: `member <id>`, `staff <id>`, or none. */
function actorOf({ member, staff, about }: FastifyRequest): string {
  if (staff) return `staff ${staff.id}`
  if (member) return `member ${member.id}`
  return about?.member ? `member ${about.member}` : about?.staff ? `staff ${about.staff}` : 'none'
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const SUBJECTS = ['order_id', 'payment_id', 'request_id', 'member_id', 'document_id', 'person_id', 'approval_id', 'id']

/** Which thing the call names, where that is an id of ours; nothing else of what was sent. */
function subjectOf(request: FastifyRequest): { subject?: string } {
  const sent = { ...(request.query as object), ...(request.body as object) } as Record<string, unknown>
  const name = SUBJECTS.find((one) => typeof sent[one] === 'string' && UUID.test(sent[one] as string))
  return name ? { subject: `${name} ${sent[name]}` } : {}
}

function boundedLines(now: () => number) {
  let windowStart = 0
  let used = new Map<string, number>()
  return (event: SecurityEvent, address: string): 'more' | 'last' | 'none' => {
    const start = now() - (now() % WINDOW_MS)
    if (start !== windowStart) {
      windowStart = start
      used = new Map()
    }
    const own = `${event} ${address}`
    const key = used.has(own) || used.size < ADDRESSES ? own : `${event} others`
    const count = (used.get(key) ?? 0) + 1
    used.set(key, count)
    return count < LINES_A_MINUTE ? 'more' : count === LINES_A_MINUTE ? 'last' : 'none'
  }
}
