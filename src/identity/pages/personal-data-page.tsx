/** /user/personalData: what we know of the member, masked, and where each of it is changed. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { Moment } from '../../ui/figures.tsx'
import { languages } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useShell } from '../../ui/shell-data.ts'
import type { PersonalDataView } from '../personal-contract.ts'
import type { Route } from './+types/personal-data-page'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<PersonalDataView>('/user/personalData'))

export default function PersonalDataPage({ loaderData: known }: Route.ComponentProps) {
  const { stores } = useShell()
  const version = known.agreement_version
  return (
    <div className="max-w-[720px]">
      <PageTitle>{m.ui_personal_title()}</PageTitle>
      <h1 className="h1">{m.ui_personal_title()}</h1>
      <p className="mt-3 text-ink-2">{m.identity_personal_lead()}</p>
      <dl className="mt-8 border-t border-line">
        <Known
          name={m.identity_personal_name()}
          value={known.name}
          to="/user/editUser"
          action={m.identity_personal_change()}
        />
        <Known name={m.identity_member_code()} value={known.code} />
        <Known
          name={m.identity_personal_email()}
          value={known.email ?? m.identity_personal_none()}
          to={known.email ? '/user/changeEmail' : '/user/settingEmail'}
          action={known.email ? m.identity_personal_change() : m.identity_personal_add()}
        />
        <Known
          name={m.identity_personal_mobile()}
          value={known.mobile ?? m.identity_personal_none()}
          to="/user/changeMobile"
          action={known.mobile ? m.identity_personal_change() : m.identity_personal_add()}
        />
        <Known
          name={m.identity_personal_language()}
          value={languages.find(({ code }) => code === known.language)?.name ?? known.language}
          to="/user/editUser"
          action={m.identity_personal_change()}
        />
        <Known
          name={m.identity_personal_store()}
          value={stores.find(({ code }) => code === known.store)?.name ?? known.store}
        />
        <Known name={m.identity_personal_since()} value={<Moment at={known.member_since} />} />
        <Known
          name={m.identity_personal_agreement()}
          value={version}
          to={`/agreement?version=${version}`}
          action={m.identity_personal_read()}
        />
      </dl>
      <p className="small mt-6 text-ink-2">
        {m.identity_personal_rights()}
        <SentenceGap />
        <Link to="/user/dataRequests" className="link">
          {m.identity_rights_to_page()}
        </Link>
        {' · '}
        <Link to="/privacy" className="link">
          {m.identity_personal_privacy()}
        </Link>
      </p>
    </div>
  )
}

type Fact = { name: string; value: ReactNode; to?: string; action?: string }

const Known = ({ name, value, to, action }: Fact) => (
  <div className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-6 border-b border-line py-2">
    <dt className="small text-ink-2">{name}</dt>
    <dd className="col-start-1 font-medium break-words">{value}</dd>
    {to && (
      <dd className="col-start-2 row-span-2 row-start-1">
        <Link to={to} className="link inline-flex min-h-11 items-center font-medium">
          {action}
          <span className="sr-only">: {name}</span>
        </Link>
      </dd>
    )}
  </div>
)
