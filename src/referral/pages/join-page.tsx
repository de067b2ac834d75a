/** /join (beyond the seed): where a sign-up link lands. Says who invites, what the house is, and leads to the sign-up with the code kept. */
import { Link } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { chooseStore, useLoggedIn } from '../../ui/session.ts'
import { shellOf, useShell } from '../../ui/shell-data.ts'
import { cardFile } from '../invite-card-rules.ts'
import { type Landing, readLanding } from '../landing-queries.ts'
import type { Route } from './+types/join-page'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { karat } = context.get(pageContext)
  const given = new URL(request.url).searchParams
  const codes = { invite: given.get('invite'), referral: given.get('referral') }
  return { landing: await readLanding(karat.db, codes), named: codes.invite !== null || codes.referral !== null }
}

const titleOf = (landing: Landing | null) =>
  landing?.kind === 'member' ? m.referral_join_invited({ name: landing.name }) : m.referral_join_title()

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const landing = loaderData?.landing ?? null
  const card = landing && cardFile({ code: landing.code, language: language(), format: 'wide' })
  return pageMeta(matches, {
    ...{ title: titleOf(landing), description: m.referral_join_lead() },
    ...(card && { image: `${shellOf(matches)?.origin ?? ''}/img/invite/${card}` }),
  })
}

const reasons: { icon: IconName; title: () => string; text: () => string }[] = [
  { icon: 'scales', title: m.referral_join_gram, text: m.referral_join_gram_text },
  { icon: 'vault', title: m.referral_join_vault, text: m.referral_join_vault_text },
  { icon: 'seal-check', title: m.referral_join_proof, text: m.referral_join_proof_text },
]

export default function JoinPage({ loaderData: { landing, named } }: Route.ComponentProps) {
  const isMember = useLoggedIn()
  return (
    <div className="mx-auto max-w-[760px] py-10 md:py-16">
      {named && !landing && (
        <p className="mb-8 bg-warn-soft p-4" role="status">
          {m.referral_join_unknown()}
        </p>
      )}
      <h1 className="h1">{titleOf(landing)}</h1>
      <p className="mt-4 max-w-[60ch] text-lg text-ink-2">{m.referral_join_lead()}</p>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        {isMember ? (
          <p className="text-ink-2">
            {m.referral_join_member()}{' '}
            <Link to="/user" className="link">
              {m.ui_nav_member()}
            </Link>
          </p>
        ) : (
          <Begin landing={landing} />
        )}
        <Link to="/home/goldPrice" className="link min-h-11 content-center">
          {m.referral_join_price()}
        </Link>
      </div>
      {landing && (
        <p className="small mt-4 text-ink-2">
          {m.referral_join_code()} <strong className="text-ink">{landing.code}</strong>
        </p>
      )}
      <ul className="mt-12 grid gap-8 border-t border-line pt-8 sm:grid-cols-3">
        {reasons.map(({ icon, title, text }) => (
          <li key={icon}>
            <Icon name={icon} size="l" className="text-gold-text" />
            <h2 className="mt-3 font-semibold">{title()}</h2>
            <p className="small mt-1 text-ink-2">{text()}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whoever is invited opens an account with the store of the link, where the code means somebody. */
function Begin({ landing }: { landing: Landing | null }) {
  const { store, stores } = useShell()
  const to = landing ? `/signup?${landing.field}=${landing.code}` : '/signup'
  const other = landing && landing.store !== store.code && stores.find(({ code }) => code === landing.store)
  if (!other) return <ButtonLink to={to}>{m.referral_join_open()}</ButtonLink>
  return (
    <Button
      onClick={() => {
        chooseStore(other.code, other.currency)
        location.assign(to)
      }}
    >
      {m.referral_join_open_at({ store: other.name })}
    </Button>
  )
}
