/** The pieces that were put aside to compare, kept while this tab lives. */
import { useSyncExternalStore } from 'react'
import { settings } from '../../settings.ts'
import type { ProductCardView } from '../contract.ts'

export type ComparePick = Pick<ProductCardView, 'sku_id' | 'product_id' | 'name' | 'weight_label' | 'picture'>
export const MOST_COMPARED = settings.catalogue.compared

const KEY = 'compare'
const none: ComparePick[] = []
const listeners = new Set<() => void>()
let known: { text: string; picks: ComparePick[] } = { text: '', picks: none }

/** The same array as long as nothing changed. */
function read(): ComparePick[] {
  const text = sessionStorage.getItem(KEY) ?? ''
  if (text === known.text) return known.picks
  known = { text, picks: parse(text) }
  return known.picks
}

function parse(text: string): ComparePick[] {
  try {
    const picks = JSON.parse(text || '[]')
    return Array.isArray(picks) ? picks.slice(0, MOST_COMPARED) : none
  } catch {
    return none
  }
}

function write(picks: ComparePick[]) {
  sessionStorage.setItem(KEY, JSON.stringify(picks))
  for (const listener of listeners) listener()
}

/** Adds a piece, or takes it away when it is there; false when there is no room for another. */
export function toggleCompared(pick: ComparePick): boolean {
  const picks = read()
  if (picks.some(({ sku_id }) => sku_id === pick.sku_id)) {
    write(picks.filter(({ sku_id }) => sku_id !== pick.sku_id))
    return true
  }
  if (picks.length >= MOST_COMPARED) return false
  const { sku_id, product_id, name, weight_label, picture } = pick
  write([...picks, { sku_id, product_id, name, weight_label, picture }])
  return true
}

export const dropCompared = (skuId: number) => write(read().filter(({ sku_id }) => sku_id !== skuId))
export const clearCompared = () => write([])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCompared = (): ComparePick[] => useSyncExternalStore(subscribe, read, () => none)

export const compareHref = (skus: number[]): string => `/product/compare?skus=${skus.join(',')}`
