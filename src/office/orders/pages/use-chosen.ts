/** Orders of the list that are chosen; others are listed once its filters change, so none is chosen then. */
import { useState } from 'react'
import type { FoundOrdersView } from '../../../orders/bulk/bulk-contract.ts'
import { MOST_OF_A_RUN } from '../../../orders/bulk/bulk-rules.ts'

export type Picked = FoundOrdersView['orders'][number]

const pick = ({ id, number, state, buyer }: Picked): Picked => ({ id, number, state, buyer })

/** `of` says what the list is narrowed to. */
export function useChosen(of: string) {
  const [kept, setKept] = useState<{ of: string; orders: ReadonlyMap<string, Picked> }>({ of, orders: new Map() })
  const orders = kept.of === of ? kept.orders : new Map<string, Picked>()
  const change = (edit: (next: Map<string, Picked>) => void) =>
    setKept((before) => {
      const next = new Map(before.of === of ? before.orders : [])
      edit(next)
      return { of, orders: new Map([...next].slice(0, MOST_OF_A_RUN)) }
    })
  return {
    orders: [...orders.values()],
    has: (id: string) => orders.has(id),
    set: (rows: Picked[], chosen: boolean) =>
      change((next) => {
        for (const row of rows)
          if (chosen) next.set(row.id, pick(row))
          else next.delete(row.id)
      }),
    clear: () => change((next) => next.clear()),
  }
}
