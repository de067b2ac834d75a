/**
 * Who is let in while there is more to do than can be done (guarantee G22): every call that is computed or asks the
 * database passes a gate. What is answered from memory, probes and files never do.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Karat } from '../karat.ts'
import { type Comer, type Gate, type GateRule, openGate } from './gate.ts'
import { addressSubject, type RateClass } from './limits.ts'

export type Admission = {
  /** Calls with statements: about as many as there are connections, some of them kept for what is shed last. */
  calls: Gate
  /** Looking up who asks, which many share a statement for. */
  sessions: Gate
  /** Calls that wait for somebody outside, so that a slow provider takes no place from those that do not. */
  outside: Gate
  /** Pages: rendering keeps the event loop itself at work. */
  pages: Gate
}

const LOG_EVERY_MS = 1000

export function openAdmission({ settings, config, now, log }: Pick<Karat, 'settings' | 'config' | 'now' | 'log'>) {
  const { callsShare, keptShare, subjectShare, ...rules } = settings.admission
  const pool = config.DATABASE_POOL
  const share = (most: number) => (config.RATE_LIMITS === false ? Number.POSITIVE_INFINITY : most)
  const calls: GateRule = {
    ...rules.calls,
    atOnce: Math.ceil(pool * callsShare),
    keptForLast: Math.ceil(pool * keptShare),
    perSubject: share(Math.ceil(pool * callsShare * subjectShare)),
  }
  const sessions: GateRule = { ...rules.sessions, perSubject: share(rules.sessions.perSubject) }
  const counted = (name: string) => {
    let since = Number.NEGATIVE_INFINITY
    let refused = 0
    return () => {
      refused++
      if (now() - since < LOG_EVERY_MS) return
      log.warn({ gate: name, refused }, 'busy: requests were refused')
      since = now()
      refused = 0
    }
  }
  const admission: Admission = {
    calls: openGate(calls, counted('calls')),
    sessions: openGate(sessions, counted('sessions')),
    outside: openGate(rules.outside, counted('outside')),
    pages: openGate(rules.pages, counted('pages')),
  }
  return admission
}

/** Calls that wait for something else than the database, by class: sign-ins and uploads have lines of their own. */
const gateOfRate: Partial<Record<RateClass, 'outside' | 'own'>> = {
  login: 'own',
  staff_login: 'own',
  upload: 'own',
  pin: 'outside',
  code: 'outside',
}

/** What a call is to its gate: money, the back office and notices of providers are shed last. */
const comerOf = (request: FastifyRequest, config: RouteOptions['config']): Comer => ({
  subject: request.member?.id ?? request.staff?.id ?? addressSubject(request.ip),
  shed: config?.rate === 'money' || config?.shed === 'last' || isOurs(config?.access) ? 'last' : 'first',
})

const isOurs = (access: string | undefined) => access === 'staff' || access === 'provider'

/** Where a call waits; `own`: in a line of its own, or nowhere. */
const gateNameOf = (config: RouteOptions['config']) =>
  config?.admission ?? gateOfRate[config?.rate ?? 'public'] ?? 'calls'

/** Looks up who asks and counts the call: only when there is room for what it asks. Refuses `busy`. */
export function letInWith<T>({ sessions, ...gates }: Admission, request: FastifyRequest, work: () => Promise<T> | T) {
  const { config } = request.routeOptions
  const comer = comerOf(request, config)
  const gate = gateNameOf(config)
  if (gate !== 'own') gates[gate].requireRoom(comer)
  return sessions.run(comer, work)
}

/** Puts the handler of every call behind its gate. Works on routes that are added after it. */
export function admitCalls(app: FastifyInstance, admission: Admission) {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    if (route.config?.fromMemory) return
    // What the scope of a file says of it is known only after this, so the route is asked at each call.
    route.handler = function (request, reply) {
      const { config } = route
      const gate = gateNameOf(config)
      const handle = () => handler.call(this, request, reply)
      return gate === 'own' ? handle() : admission[gate].run(comerOf(request, config), handle)
    }
  })
}
