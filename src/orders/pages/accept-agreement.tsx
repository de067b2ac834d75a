/** The agreement in force, named beside the button that orders, where the buyer has not accepted it yet. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { AgreementStandingView } from '../../identity/personal-contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'

/** The version that ordering accepts; undefined while there is nothing to accept. */
export function useAgreement(): string | undefined {
  const [version, setVersion] = useState<string>()
  useEffect(() => {
    dataOf(get<AgreementStandingView>('/user/agreement', {}, { quiet: true })).then(
      (standing) => setVersion(standing.accepted ? undefined : standing.version),
      () => {}, // Without an answer nothing is said, so nothing is accepted.
    )
  }, [])
  return version
}

export const AcceptAgreement = ({ version }: { version: string | undefined }) =>
  version && (
    <p className="small mt-3 text-ink-2">
      {m.orders_checkout_accepts({ version })}
      <SentenceGap />
      <Link to="/agreement" target="_blank" className="link">
        {m.orders_checkout_accepts_read()}
      </Link>
    </p>
  )
