/** /activity?code= (beyond the seed): what everybody may know about a campaign or an event, and signing up. Rendered on the server. */
import { useEffect } from 'react'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { countVisits } from '../../ui/count-visits.ts'
import { Icon } from '../../ui/icon.tsx'
import { keepLinkCodes, keptLinkCodes } from '../../ui/link-codes.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { ShareButton } from '../../ui/share-button.tsx'
import { shellOf, useShell } from '../../ui/shell-data.ts'
import { StructuredData } from '../../ui/structured-data.tsx'
import type { PublicActivityView } from '../contract.ts'
import { findPublic } from '../public-queries.ts'
import type { Route } from './+types/activity-page'
import { activityPlaces, kindWords, stateWords, whenWords } from './activity-words.ts'
import { eventData } from './event-data.ts'
import { JoinPanel } from './join-panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, language } = context.get(pageContext)
  const code = new URL(request.url).searchParams.get('code') ?? ''
  const found = await findPublic(karat.db, { store: store.code, language }, code)
  if (!found) throw new Response('Page not found: /activity', { status: 404 })
  return found
}

/** Only what is live is for search engines, under the address without anything beside its code. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { code, title, description, picture, state } = loaderData
  const origin = shellOf(matches)?.origin ?? ''
  return [
    ...pageMeta(matches, {
      title,
      description: description.slice(0, 200),
      ...(picture ? { image: `${origin}/img/activity/${code}.jpg` } : {}),
    }),
    ...(state === 'live' ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

export default function ActivityPage({ loaderData: one }: Route.ComponentProps) {
  const shell = useShell()
  const { code, kind, title, description, picture, place, state } = one
  useEffect(() => {
    if (state !== 'live') return
    // Whose link led here keeps who they brought; the visit is one of this page all the same.
    if (!keptLinkCodes().referral) keepLinkCodes(`?referral=${code}`)
    void countVisits([code])
  }, [code, state])
  return (
    <>
      <StructuredData things={import.meta.env.SSR ? eventData(one, shell) : []} />
      <article className="mx-auto grid max-w-[1080px] gap-8 pt-8 md:pt-14 lg:grid-cols-[minmax(0,1fr)_380px] lg:items-start lg:gap-14">
        <div className="min-w-0">
          {picture && (
            <img
              src={picture.src}
              width={picture.width}
              height={picture.height}
              alt=""
              className="mb-8 aspect-16/9 w-full rounded-tag bg-tile object-cover"
            />
          )}
          <p className="small text-ink-2">{kindWords[kind]()}</p>
          <h1 className="h1 mt-1 break-words">{title}</h1>
          {state !== 'live' && (
            <p className="panel mt-5 flex gap-3 p-4" role="status">
              <Icon name="info" />
              {state === 'ended' ? m.activities_ended_text() : m.activities_is_cancelled_text()}
            </p>
          )}
          <dl className="kv mt-6">
            <dt>{m.activities_when()}</dt>
            <dd>{whenWords(one)}</dd>
            {kind !== 'campaign' && (
              <>
                <dt>{m.activities_where()}</dt>
                <dd className="break-words">{place || m.activities_online_text()}</dd>
              </>
            )}
          </dl>
          <p className="mt-8 text-[17px] leading-[27px] break-words whitespace-pre-line">{description}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 border-t border-line pt-3">
            <ShareButton path={activityPlaces.page(code)} title={title} />
            {state === 'live' && kind !== 'campaign' && (
              <a
                className="link min-h-11 text-sm"
                href={`/api/store${shell.store.code}/activity/calendar?code=${code}`}
              >
                <Icon name="calendar-blank" /> {m.activities_calendar()}
              </a>
            )}
          </div>
          <p className="small mt-4 text-ink-2">{m.activities_not_ours()}</p>
        </div>
        <Side one={one} />
      </article>
    </>
  )
}

function Side({ one }: { one: PublicActivityView }) {
  if (one.state !== 'live')
    return (
      <aside className="panel p-5">
        <p className="font-semibold">{stateWords[one.state]()}</p>
        <ButtonLink to="/" kind="ghost" className="mt-4">
          {m.activities_to_shop()}
        </ButtonLink>
      </aside>
    )
  if (one.kind !== 'campaign') return <JoinPanel one={one} />
  return (
    <aside className="panel grid gap-4 p-5 lg:sticky lg:top-20">
      <h2 className="h3">{m.activities_campaign_begin()}</h2>
      <p className="text-ink-2">{m.activities_campaign_begin_text()}</p>
      <ButtonLink to="/signup">{m.activities_open_account()}</ButtonLink>
      <ButtonLink to="/product/product" kind="ghost">
        {m.activities_to_shop()}
      </ButtonLink>
    </aside>
  )
}
