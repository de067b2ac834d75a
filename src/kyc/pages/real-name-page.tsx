/** /user/realNameAuth: the legal name and the number of an identity card. */
import { useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import type { VerificationView } from '../contract.ts'
import type { Route } from './+types/real-name-page'
import { RealNameForm } from './real-name-form.tsx'
import { Answer, BackToPurchase, StateTag, ToVerification } from './review-parts.tsx'
import { keptReturn } from './verify-return.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<VerificationView>('/user/getVerification'))

export default function RealNamePage({ loaderData: verification }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const { real_name: name } = verification
  const told = name.state === 'approved' || name.state === 'submitted'
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.kyc_real_name_title()}</PageTitle>
      <ToVerification />
      <h1 className="h1">{m.kyc_real_name_title()}</h1>
      <p className="mt-3 text-ink-2">{m.kyc_real_name_lead()}</p>
      <BackToPurchase to={keptReturn(search)} />
      <div className="mt-8 grid gap-6">
        {told ? <Told name={name} /> : <Answer text={name.answer} />}
        {!told && <RealNameForm verification={verification} />}
      </div>
    </div>
  )
}

const kinds = { nik: m.kyc_real_name_nik, nric: m.kyc_real_name_nric, passport: m.kyc_real_name_passport }

function Told({ name }: { name: VerificationView['real_name'] }) {
  const facts = [
    [m.kyc_real_name_name(), name.name],
    [m.kyc_real_name_type(), name.id_type && kinds[name.id_type]()],
    [m.kyc_real_name_number_passport(), name.number],
  ]
  if (name.id_type !== 'passport') facts[2] = [name.id_type === 'nik' ? 'NIK' : 'MyKad', name.number]
  const approved = name.state === 'approved'
  return (
    <section className="panel grid gap-5 p-6">
      <div className="justify-self-start">
        <StateTag state={name.state} />
      </div>
      <dl className="grid gap-3">
        {facts.map(([label, value]) => (
          <div
            key={label}
            className="grid gap-1 border-b border-line pb-3 last:border-0 last:pb-0 md:grid-cols-[180px_1fr]"
          >
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-2" role="status">
        {approved ? m.kyc_real_name_fixed() : m.kyc_real_name_waits()}
      </p>
      <ButtonLink to="/user/kyc/kyc" className="justify-self-start">
        {approved ? m.kyc_real_name_next() : m.kyc_real_name_to_verify()}
      </ButtonLink>
    </section>
  )
}
