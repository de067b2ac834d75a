/** How often one address or member may call. Reads are counted in memory; what an attacker counts on is counted in the database. */
import { type Db, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

export type RateClass = keyof typeof settings.rates
const SHARED: ReadonlySet<RateClass> = new Set(['money', 'pin', 'login', 'code', 'passport', 'staff_login'])
const WINDOW_MS = 60_000

/** Whether calls of this class are counted in the database, over all instances. */
export const isShared = (rate: RateClass): boolean => SHARED.has(rate)

export type Limits = {
  /** Refuses `too_many_requests` with `retry_after` seconds when this call is one too many. */
  count(rate: RateClass, subject: string, nowMs: number): Promise<void> | undefined
  /** Counts nothing; refuses `too_many_requests` when the next call would be one too many. Only for what is counted in memory. */
  requireLeft(rate: RateClass, subject: string, nowMs: number): void
}

/** Counts calls by class and subject in windows of one minute. */
export function openLimits(db: Db, enabled: boolean): Limits {
  let windowStart = 0
  let used = new Map<string, number>()

  function refuse(nowMs: number): never {
    throw new Refusal('too_many_requests', { retry_after: Math.ceil((WINDOW_MS - (nowMs % WINDOW_MS)) / 1000) })
  }

  function usedBy(rate: RateClass, subject: string, nowMs: number): number {
    const start = nowMs - (nowMs % WINDOW_MS)
    if (start !== windowStart) {
      windowStart = start
      used = new Map()
    }
    return used.get(`${rate}:${subject}`) ?? 0
  }

  async function countShared(rate: RateClass, subject: string, nowMs: number) {
    const row = await db.row<{ used: number }>(sql`
      insert into identity.rate_windows (subject, window_start, used)
      values (${`${rate}:${subject}`}, date_trunc('minute', clock_timestamp()), 1)
      on conflict (subject, window_start) do update set used = identity.rate_windows.used + 1 returning used`)
    if ((row?.used ?? 0) > settings.rates[rate]) refuse(nowMs)
  }

  return {
    count(rate, subject, nowMs) {
      if (!enabled) return
      if (isShared(rate)) return countShared(rate, subject, nowMs)
      const count = usedBy(rate, subject, nowMs) + 1
      used.set(`${rate}:${subject}`, count)
      if (count > settings.rates[rate]) refuse(nowMs)
    },
    requireLeft(rate, subject, nowMs) {
      if (enabled && usedBy(rate, subject, nowMs) >= settings.rates[rate]) refuse(nowMs)
    },
  }
}

/** The subject of an address: an IPv6 caller is its /64. */
export function addressSubject(address: string): string {
  if (!address.includes(':')) return address
  if (address.startsWith('::ffff:')) return address.slice(7)
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
