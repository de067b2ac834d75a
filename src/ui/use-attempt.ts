/** One Idempotency-Key for one wish, however often it has to be sent. */
import { useCallback, useRef } from 'react'
import { type Answer, ApiError, type CallOptions, post } from './api-client.ts'

type Wish = { body: string; key: string }

/** Answers that leave open whether the server acted: the same wish must be sent again with the same key. */
const isOpen = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.code === 0 ||
  error.code >= 500 ||
  ['idempotency_still_running', 'outcome_unknown'].includes(error.error)

/** A `post` that repeats its key for the same path and body until the server has given a definite answer. */
export function useAttempt() {
  const open = useRef<Wish | null>(null)
  return useCallback(async <T>(path: string, body: unknown, options: CallOptions = {}): Promise<Answer<T>> => {
    const text = path + JSON.stringify(body)
    if (open.current?.body !== text) open.current = { body: text, key: crypto.randomUUID() }
    try {
      const answer = await post<T>(path, body, { ...options, key: open.current.key })
      open.current = null
      return answer
    } catch (error) {
      if (!isOpen(error)) open.current = null
      throw error
    }
  }, [])
}
