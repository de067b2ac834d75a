/** /user/referral/Invite: the member's own link, who came by it, and through whom they came themselves. */
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle, useBrand } from '../../ui/page-title.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { copyLink, ShareButton } from '../../ui/share-button.tsx'
import type { InviteView } from '../contract.ts'
import type { Route } from './+types/invite-page'
import { InviteCards } from './invite-cards.tsx'
import { JoinedList } from './joined-list.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<InviteView>('/referral/invite'))

export default function InvitePage({
  loaderData: { code, link, qr, joined, count, came_through, rate, sums },
}: Route.ComponentProps) {
  return (
    <div className="max-w-[760px]">
      <PageTitle>{m.referral_title()}</PageTitle>
      <h1 className="h1">{m.referral_title()}</h1>
      <p className="mt-3 text-ink-2">{m.referral_lead()}</p>
      {rate && (
        <p className="mt-2">
          {m.referral_reward_text({
            grams: formatGrams(rate.grams, language()),
            amount: money({ amount: rate.volume, currency: rate.currency }),
          })}
        </p>
      )}
      <section
        className="panel mt-8 grid gap-6 p-5 sm:grid-cols-[minmax(0,1fr)_auto]"
        aria-label={m.referral_your_link()}
      >
        <div className="grid min-w-0 content-start gap-5">
          <div>
            <p className="small text-ink-2">{m.referral_your_code()}</p>
            <p className="fig-l">{code}</p>
          </div>
          <p className="break-all">{link}</p>
          <div className="flex flex-wrap items-center gap-4">
            <Button onClick={() => void copyLink(link)}>
              <Icon name="copy" /> {m.ui_share_copy()}
            </Button>
            <ShareButton path={link} title={m.referral_share_title({ shop: useBrand() })} />
          </div>
        </div>
        <QrCode qr={qr} name={m.referral_qr()} className="size-40 justify-self-center" />
      </section>
      <InviteCards code={code} />
      <section className="mt-12" aria-labelledby="joined">
        <h2 className="h3 mb-3" id="joined">
          {m.referral_joined({ count })}
        </h2>
        {joined.length > 0 && <Sums sums={sums} />}
        {joined.length === 0 ? (
          <p className="border-y border-line py-5 text-ink-2">{m.referral_nobody()}</p>
        ) : (
          <JoinedList joined={joined} />
        )}
      </section>
      {came_through && (
        <p className="mt-10 text-ink-2">
          {m.referral_came_through({ name: came_through.name })} · <Moment at={came_through.at} />
        </p>
      )}
    </div>
  )
}

const Sums = ({ sums }: { sums: InviteView['sums'] }) => (
  <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
    {(
      [
        [m.referral_sum_pending(), sums.pending],
        [m.referral_sum_credited(), sums.credited],
        [m.referral_sum_reversed(), sums.reversed],
      ] as const
    ).map(([name, grams]) => (
      <div key={name}>
        <dt className="small text-ink-2">{name}</dt>
        <dd className="font-semibold">{formatGrams(grams, language())}</dd>
      </div>
    ))}
  </dl>
)
