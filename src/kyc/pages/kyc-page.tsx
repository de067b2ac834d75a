/** /user/kyc/kyc: the member's level, what each level allows, and the steps to the next. */
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { money } from '../../ui/figures.tsx'
import { formatPieceWeight } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import type { VerificationView } from '../contract.ts'
import type { ReviewState } from '../review-rules.ts'
import type { Route } from './+types/kyc-page'
import { DocumentsSection } from './documents-section.tsx'
import { FundsForm } from './funds-form.tsx'
import { BackToPurchase, Destroyed, SetLevel, StateTag } from './review-parts.tsx'
import { keptReturn } from './verify-return.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<VerificationView>('/user/getVerification'))

export default function KycPage({ loaderData: verification }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const { real_name: name, documents, funds } = verification
  const told = name.state === 'submitted' || name.state === 'approved'
  const fundsOpen = funds.state === 'none' || funds.state === 'rejected'
  return (
    <div className="max-w-[760px]">
      <PageTitle>{m.ui_verify_title()}</PageTitle>
      <h1 className="h1">{m.ui_verify_title()}</h1>
      <p className="mt-3 text-ink-2">{m.kyc_verify_lead()}</p>
      <BackToPurchase to={keptReturn(search)} />
      <Destroyed at={verification.destroyed_at} />
      <SetLevel set={verification.set_level} />
      <Levels verification={verification} />
      <ol className="mt-10 grid gap-10">
        <Step place={1} title={m.kyc_verify_step_name()} text={m.kyc_verify_step_name_text()} state={name.state}>
          <ButtonLink to="/user/realNameAuth" kind={told ? 'ghost' : 'primary'} className="justify-self-start">
            {name.state === 'none' ? m.kyc_verify_begin() : told ? m.kyc_document_show() : m.kyc_verify_correct()}
          </ButtonLink>
        </Step>
        <Step
          place={2}
          title={m.kyc_verify_step_documents()}
          text={m.kyc_verify_step_documents_text()}
          state={documents.state}
        >
          <DocumentsSection verification={verification} />
        </Step>
        <Step place={3} title={m.kyc_verify_step_funds()} text={m.kyc_verify_step_funds_text()} state={funds.state}>
          {fundsOpen && documents.state === 'approved' && <FundsForm funds={funds} />}
          {fundsOpen && documents.state !== 'approved' && (
            <p className="small text-ink-2">{m.kyc_verify_after_documents()}</p>
          )}
        </Step>
      </ol>
    </div>
  )
}

function Levels({ verification: { level, levels, currency, bought_today } }: { verification: VerificationView }) {
  return (
    <section className="panel mt-8 p-5 md:p-6">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span>
          <span className="text-ink-2">{m.kyc_verify_level_now()}</span> <strong className="text-xl">{level}</strong>
        </span>
        <span className="small text-ink-2">
          {m.kyc_verify_today({ amount: money({ amount: bought_today, currency }) })}
        </span>
      </p>
      <table className="mt-4 w-full border-t border-line text-[15px]">
        <caption className="sr-only">{m.kyc_verify_levels()}</caption>
        <thead className="small text-left text-ink-2">
          <tr>
            <th className="px-2 py-2 font-normal">{m.kyc_verify_level()}</th>
            <th className="py-2 text-right font-normal">{m.kyc_verify_per_day()}</th>
            <th className="px-2 py-2 text-right font-normal">{m.kyc_verify_holds()}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map((each) => (
            <tr
              key={each.level}
              aria-current={each.level === level ? 'true' : undefined}
              className="border-t border-line aria-[current=true]:bg-nila-soft aria-[current=true]:font-semibold"
            >
              <th scope="row" className="px-2 py-3 text-left font-[inherit]">
                {each.level}
              </th>
              <td className="py-3 text-right">
                {each.per_day === null ? m.kyc_verify_no_limit() : money({ amount: each.per_day, currency })}
              </td>
              <td className="px-2 py-3 text-right">{holdsOf(each.holds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function holdsOf(holds: string | null): string {
  if (holds === null) return m.kyc_verify_no_limit()
  return holds === '0.0000' ? m.kyc_verify_only_physical() : formatPieceWeight(holds, language())
}

type StepProps = { place: number; title: string; text: string; state: ReviewState; children: ReactNode }

const Step = ({ place, title, text, state, children }: StepProps) => (
  <li className="grid gap-4">
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="h2">{`${place}. ${title}`}</h2>
        <StateTag state={state} />
      </div>
      <p className="mt-2 text-ink-2">{text}</p>
    </div>
    {children}
  </li>
)
