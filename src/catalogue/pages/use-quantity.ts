/** How many pieces are wanted: kept in the address, so that a sign-in, a reload or another size keeps them. */
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { settings } from '../../settings.ts'
import type { SkuDetailsView } from '../contract.ts'

export type Quantity = { value: number; max: number; set: (value: number) => void }

/** Browsers refuse an address that changes too often. */
const SETTLED_MS = 300

export function useQuantity({ stock }: Pick<SkuDetailsView, 'stock'>): Quantity {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const named = Number(/^[1-9]\d{0,2}$/.exec(search.get('quantity') ?? '')?.[0] ?? 1)
  const [wanted, setWanted] = useState(named)
  const max = Math.min(settings.cart.maxQuantity, stock.left || settings.cart.maxQuantity)
  useEffect(() => setWanted(named), [named])
  useEffect(() => {
    if (wanted === named) return
    const timer = setTimeout(() => {
      const next = new URLSearchParams(search)
      if (wanted > 1) next.set('quantity', String(wanted))
      else next.delete('quantity')
      void navigate(`?${next}`, { replace: true, preventScrollReset: true })
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [wanted, named, search, navigate])
  return { value: Math.min(wanted, max), max, set: setWanted }
}
