/** /gift#token: what the link of a transfer leads to, for whoever has it; a member takes it here. */
import { useEffect, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { useLoggedIn } from '../../ui/session.ts'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { unlistedMeta } from '../../ui/unlisted-meta.ts'
import type { GiftView } from '../transfer-contract.ts'
import type { Route } from './+types/gift-page'
import { cardNames } from './send-form.tsx'
import { vaultPlaces } from './trade-places.ts'
import { TakeButton } from './transfer-list.tsx'
import { useTaking } from './use-taking.ts'

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, m.vault_gift_title())

const KEPT = 'gift'
type Read = { token: string; gift: GiftView } | 'none' | null

/** The token never leaves the browser in an address; the tab keeps it while its reader signs in. */
function useGift(): Read {
  const [read, setRead] = useState<Read>(null)
  useEffect(() => {
    const token = location.hash.slice(1) || sessionStorage.getItem(KEPT) || ''
    if (!/^[\w-]{43}$/.test(token)) return setRead('none')
    sessionStorage.setItem(KEPT, token)
    dataOf(post<GiftView>('/trade/transfer_gift', { token }, { quiet: true })).then(
      (gift) => setRead({ token, gift }),
      (failure) => {
        if (!(failure instanceof ApiError)) throw failure
        setRead('none')
      },
    )
  }, [])
  return read
}

export default function GiftPage() {
  const read = useGift()
  return (
    <div className="mx-auto max-w-[560px] py-12 md:py-20">
      {read === null && <Skeleton className="h-72" />}
      {read === 'none' && (
        <>
          <h1 className="h1 mb-7">{m.vault_gift_title()}</h1>
          <EmptyState text={m.vault_gift_none()} action={<ButtonLink to="/">{m.vault_gift_home()}</ButtonLink>} />
        </>
      )}
      {read !== null && read !== 'none' && <Gift {...read} />}
    </div>
  )
}

function Gift({ token, gift }: { token: string; gift: GiftView }) {
  const isMember = useLoggedIn()
  const [taken, setTaken] = useState(false)
  const grams = formatGrams(gift.weight, language())
  return (
    <>
      <section className="panel p-6 text-center md:p-10">
        <Icon name="gift" className="mx-auto size-12!" />
        {gift.card !== 'none' && <p className="mt-4">{cardNames[gift.card]()}</p>}
        <h1 className="h1 mt-4">{m.vault_gift_from({ name: gift.from, grams })}</h1>
        {gift.note && <p className="mt-4 break-words">“{gift.note}”</p>}
        <p className="small mt-6 text-ink-2">{m.vault_gift_what()}</p>
      </section>
      <div className="mt-6 grid justify-items-center gap-3 text-center">
        {taken ? (
          <>
            <p role="status">{m.vault_gift_taken({ grams })}</p>
            <ButtonLink to={vaultPlaces.home}>{m.vault_to_vault()}</ButtonLink>
          </>
        ) : gift.state !== 'waiting' ? (
          <p>{m.vault_gift_over()}</p>
        ) : (
          <>
            <p className="small text-ink-2">
              {m.vault_sent_until()} <Moment at={gift.ends_at} />
            </p>
            {isMember ? <TakeGift token={token} grams={grams} onTaken={() => setTaken(true)} /> : <SignInFirst />}
          </>
        )}
      </div>
    </>
  )
}

function TakeGift({ token, grams, onTaken }: { token: string; grams: string; onTaken: () => void }) {
  const taking = useTaking('/trade/transfer_claim_link', { token }, async () => {
    sessionStorage.removeItem(KEPT)
    onTaken()
  })
  return <TakeButton taking={taking} grams={grams} />
}

const SignInFirst = () => (
  <div className="flex flex-wrap justify-center gap-3">
    <ButtonLink to={`/signup?${new URLSearchParams({ return: '/gift' })}`}>{m.vault_gift_sign_up()}</ButtonLink>
    <ButtonLink kind="ghost" to={`/login?${new URLSearchParams({ return: '/gift' })}`}>
      {m.vault_gift_sign_in()}
    </ButtonLink>
  </div>
)
