/** Where a purchase was to go that had to wait for something else: kept for this tab and taken once. */
import type { DeliveryWish } from './confirm-wish.ts'

const KEY = 'keptDelivery'

export const keepDelivery = (path: string, delivery: DeliveryWish | undefined) =>
  delivery && sessionStorage.setItem(KEY, JSON.stringify({ path, delivery }))

/** What was kept for this path; what it names is judged by the shop as if it were chosen now. */
export function takeDelivery(path: string): DeliveryWish | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const kept = text ? (JSON.parse(text) as { path: string; delivery: DeliveryWish }) : null
  return kept?.path === path ? kept.delivery : undefined
}
