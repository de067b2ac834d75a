/** /user/proof: the member's audit key, and their own check with it. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/download.ts'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { store } from '../../ui/session.ts'
import type { MyProofView } from '../contract.ts'
import type { Route } from './+types/my-proof-page'
import { CheckMine } from './check-mine.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = async () => ({ mine: await dataOf(get<MyProofView>('/user/myProof')), store: store() })

/** In groups of eight, so that it can be read out and compared. */
const grouped = (key: string) => key.match(/.{8}/g)?.join(' ') ?? key

export default function MyProofPage({ loaderData: { mine, store: code } }: Route.ComponentProps) {
  const save = () => {
    const text = `audit key: ${mine.audit_key}\n`
    saveFile(`karat-audit-key-${code}.txt`, new Blob([text], { type: 'text/plain' }))
  }
  return (
    <>
      <PageTitle>{m.proof_mine_title()}</PageTitle>
      <h1 className="h1">{m.proof_mine_title()}</h1>
      <p className="mt-3 max-w-[62ch] text-pretty text-ink-2">{m.proof_mine_lead()}</p>
      <div className="mt-8 grid gap-8 lg:grid-cols-2 lg:gap-12">
        <section className="min-w-0" aria-labelledby="mine-key">
          <h2 className="h3" id="mine-key">
            {m.proof_check_key()}
          </h2>
          <p
            className="mt-3 rounded-control bg-tile p-4 font-mono text-[15px] leading-7 break-words select-all"
            data-audit-key
          >
            {grouped(mine.audit_key)}
          </p>
          <dl className="kv mt-5">
            <dt>{m.proof_mine_contact()}</dt>
            <dd>{mine.contact === 'email' ? m.proof_mine_email() : m.proof_mine_mobile()}</dd>
            <dt>{m.proof_mine_owed()}</dt>
            <dd className="whitespace-nowrap">{formatGrams(mine.owed, language())}</dd>
          </dl>
          <p className="small mt-2 text-ink-2">{m.proof_mine_since()}</p>
          <div className="mt-5 flex flex-wrap gap-3">
            <Button kind="ghost" onClick={save}>
              <Icon name="download-simple" />
              {m.proof_mine_save()}
            </Button>
          </div>
          <p className="small mt-4 max-w-[52ch] text-pretty text-ink-2">{m.proof_mine_secret()}</p>
          <p className="small mt-3">
            <Link to="/home/proof" className="link">
              {m.proof_title()}
            </Link>
          </p>
        </section>
        <CheckMine store={code} auditKey={mine.audit_key} />
      </div>
    </>
  )
}
