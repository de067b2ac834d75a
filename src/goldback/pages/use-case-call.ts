import { useState } from 'react'
import { type Answer, ApiError } from '../../ui/api-client.ts'
import type { GoldBackCaseView } from '../contract.ts'

export type OfCase = { one: GoldBackCaseView; onChanged: (now: GoldBackCaseView) => void; onOld: () => Promise<void> }

/** One call about the case; what is refused is said here, and the case is read anew. */
export function useCaseCall({ onChanged, onOld }: Pick<OfCase, 'onChanged' | 'onOld'>) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  async function run(call: () => Promise<Answer<GoldBackCaseView> | null>) {
    setBusy(true)
    setRefused(null)
    try {
      const answer = await call()
      if (answer?.status === 'success') onChanged(answer.data)
      else if (answer) setRefused(answer.message)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure.message)
      await onOld().catch(() => {})
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, run }
}
