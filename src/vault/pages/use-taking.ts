/** A member takes grams that wait for them; the agreement and the level are asked for when the shop says so. */
import { useState } from 'react'
import { ApiError, post } from '../../ui/api-client.ts'
import type { TransferView } from '../transfer-contract.ts'

export type Taking = ReturnType<typeof useTaking>

export function useTaking(
  path: string,
  named: Record<string, string>,
  onTaken: (taken: TransferView) => Promise<void>,
) {
  const [busy, setBusy] = useState(false)
  const [agreement, setAgreement] = useState<string | null>(null)
  const [needs, setNeeds] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  async function take() {
    setBusy(true)
    setRefused(null)
    setNeeds(false)
    try {
      const body = { ...named, ...(agreement && { agreement_version: agreement }) }
      const answer = await post<TransferView>(path, body, { beside: true })
      if (answer.status === 'success') return await onTaken(answer.data)
      if (answer.error === 'verification_required') setNeeds(true)
      else setRefused(answer.message)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.error === 'agreement_required' || failure.error === 'agreement_outdated')
        setAgreement(String(failure.data.agreement_version))
      else setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, agreement, needs, refused, take }
}
