/** What a bulk action would do with each order, asked for some at a time. */
import { useCallback, useEffect, useState } from 'react'
import type { RunPreviewView } from '../../../orders/bulk/bulk-contract.ts'
import { type BulkAction, chosenText, MOST_OF_A_PREVIEW } from '../../../orders/bulk/bulk-rules.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import type { Picked } from './use-chosen.ts'

export type Foreseen = RunPreviewView['orders'][number]
type Causes = RunPreviewView['causes']
/** `causes`: what all of the orders that were looked at may be taken back for; null before the first are. */
type Looked = { action: BulkAction; orders: Map<string, Foreseen>; causes: Causes | null; failed: boolean }

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
    causes: own?.causes ?? [],
    failed: own?.failed ?? false,
    again: useCallback(() => setRound((count) => count + 1), []),
  }
}

async function lookAt(action: BulkAction, orders: Picked[], signal: AbortSignal, tell: (looked: Looked) => void) {
  const seen = new Map<string, Foreseen>()
  let causes: Causes | null = null
  tell({ action, orders: seen, causes, failed: false })
  for (let from = 0; from < orders.length; from += MOST_OF_A_PREVIEW) {
    const some = chosenOrders(orders.slice(from, from + MOST_OF_A_PREVIEW))
    const answer = await officePost<RunPreviewView>(
      '/orders/previewRun',
      { action, orders: some },
      { quiet: true, signal },
    ).catch(() => null)
    if (signal.aborted) return
    for (const one of answer?.orders ?? []) seen.set(one.order_id, one)
    if (answer) causes = inBoth(causes, answer.causes)
    tell({ action, orders: new Map(seen), causes, failed: answer === null })
    if (!answer) return
  }
}

const inBoth = (before: Causes | null, more: Causes): Causes =>
  before?.filter((own) => more.some(({ code, name }) => code === own.code && name === own.name)) ?? more
