/** What a bulk action would do with each order, asked for some at a time. */
import { useCallback, useEffect, useState } from 'react'
import type { RunPreviewView } from '../../../orders/bulk/bulk-contract.ts'
import { type BulkAction, chosenText, MOST_OF_A_PREVIEW } from '../../../orders/bulk/bulk-rules.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import type { Picked } from './use-chosen.ts'

export type Foreseen = RunPreviewView['orders'][number]
type Looked = { action: BulkAction; orders: Map<string, Foreseen>; failed: boolean }

export const chosenOrders = (orders: Picked[]) =>
  chosenText(orders.map(({ id, state }) => ({ orderId: id, expected: state })))

/** `orders` stay the same while the page is open. */
export function usePreview(action: BulkAction | null, orders: Picked[]) {
  const [looked, setLooked] = useState<Looked | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is there to look once more
  useEffect(() => {
    if (!action) return
    const stop = new AbortController()
    void lookAt(action, orders, stop.signal, setLooked)
    return () => stop.abort()
  }, [action, orders, round])
  const own = looked?.action === action ? looked : null
  return {
    foreseen: own?.orders ?? new Map<string, Foreseen>(),
    failed: own?.failed ?? false,
    again: useCallback(() => setRound((count) => count + 1), []),
  }
}

async function lookAt(action: BulkAction, orders: Picked[], signal: AbortSignal, tell: (looked: Looked) => void) {
  const seen = new Map<string, Foreseen>()
  // Why a sale is taken back changes nothing of what may be done.
  const wish = { action, cause: action === 'give_up' ? 'error' : null }
  tell({ action, orders: seen, failed: false })
  for (let from = 0; from < orders.length; from += MOST_OF_A_PREVIEW) {
    const some = chosenOrders(orders.slice(from, from + MOST_OF_A_PREVIEW))
    const answer = await officePost<RunPreviewView>(
      '/orders/previewRun',
      { ...wish, orders: some },
      { quiet: true, signal },
    ).catch(() => null)
    if (signal.aborted) return
    for (const one of answer?.orders ?? []) seen.set(one.order_id, one)
    tell({ action, orders: new Map(seen), failed: answer === null })
    if (!answer) return
  }
}
