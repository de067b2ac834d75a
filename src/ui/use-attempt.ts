/** A `post` that repeats its Idempotency-Key when the same wish has to be sent again. */
import { useState } from 'react'
import { type Answer, ApiError, type CallOptions, post } from './api-client.ts'
import { oneKey } from './one-key.ts'

const OPEN = ['idempotency_still_running', 'outcome_unknown']

/** Answers that leave open whether the server acted: no answer at all, a fault, or its own word for it. */
export const leavesOpen = (failure: unknown) =>
  !(failure instanceof ApiError) || failure.code === 0 || failure.code >= 500 || OPEN.includes(failure.error)

function newAttempts() {
  const keyed = oneKey(() => crypto.randomUUID(), leavesOpen)
  return <T>(path: string, body: unknown, options: CallOptions = {}): Promise<Answer<T>> =>
    keyed(path + JSON.stringify(body), (key) => post<T>(path, body, { ...options, key }))
}

/** One for each thing that a page can ask for. */
export function useAttempt() {
  const [send] = useState(newAttempts)
  return send
}
