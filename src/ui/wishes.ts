/** Which skus the member wishes for or waits for, as far as this browser knows: asked for once a session and a page load. */
import { useEffect, useSyncExternalStore } from 'react'
import { dataOf, get, post } from './api-client.ts'
import { requireLogin } from './login-guard.ts'
import { subscribe as followSession, isLoggedIn, store, token } from './session.ts'

export type Kept = { wishes: readonly number[]; notices: readonly number[] }
type Kind = keyof Kept

const nothing: Kept = { wishes: [], notices: [] }
const listeners = new Set<() => void>()
let kept = nothing
/** Whose list `kept` is; a change of session makes it nobody's. */
let owner = ''

function keep(next: Kept) {
  kept = next
  for (const listener of listeners) listener()
}

const visitor = () => `${store()} ${isLoggedIn() ? token() : ''}`

function load() {
  if (owner === visitor()) return
  owner = visitor()
  keep(nothing)
  if (!isLoggedIn()) return
  const asker = owner
  get<Kept>('/product/wishSkus', {}, { quiet: true }).then(
    (answer) => answer.status === 'success' && owner === asker && keep(answer.data),
    () => {},
  )
}

const calls: Record<Kind, { add: string; remove: string }> = {
  wishes: { add: '/product/add_wish', remove: '/product/delWish' },
  notices: { add: '/product/add_notice', remove: '/product/delNotice' },
}

/**
 * Puts a sku on the member's list or takes it off. Shown at once, taken back when the shop refuses. Rejects with
 * LoginRequired for a visitor, who was asked to sign in, and with ApiError for a refusal, which was said in a toast.
 */
export async function keepSku(kind: Kind, skuId: number, wanted: boolean): Promise<void> {
  await requireLogin()
  const before = kept
  const others = kept[kind].filter((id) => id !== skuId)
  keep({ ...kept, [kind]: wanted ? [skuId, ...others] : others })
  try {
    const { add, remove } = calls[kind]
    keep(await dataOf(wanted ? post<Kept>(add, { sku_id: skuId }) : post<Kept>(remove, { sku_ids: [skuId] })))
  } catch (error) {
    keep(before)
    throw error
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const unfollow = followSession(load)
  return () => {
    listeners.delete(listener)
    unfollow()
  }
}

export function useKept(): Kept {
  useEffect(load, [])
  return useSyncExternalStore(
    subscribe,
    () => kept,
    () => nothing,
  )
}
