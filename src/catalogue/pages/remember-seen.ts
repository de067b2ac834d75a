import { useEffect } from 'react'
import { rememberSeen } from '../../ui/session.ts'

/** Keeps the sku that is looked at in this browser's own list. */
export function useRememberSeen(skuId: number) {
  useEffect(() => rememberSeen(skuId), [skuId])
}
