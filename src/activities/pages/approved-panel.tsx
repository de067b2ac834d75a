/** What came of an approved activity, its link to share, and more places for it. */
import * as m from '../../locale/paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { copyLink, ShareButton } from '../../ui/share-button.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { useForm } from '../../ui/use-form.ts'
import { wordsFor } from '../activity-rules.ts'
import type { OwnActivityView } from '../contract.ts'
import { useDoing } from './activity-actions.tsx'
import { activityPlaces } from './activity-words.ts'

type Props = { one: OwnActivityView; onChanged: (now: OwnActivityView) => void }

export function ApprovedPanel({ one, onChanged }: Props) {
  const { origin } = useShell()
  const { capacity, code, state } = one
  const path = activityPlaces.page(code ?? '')
  const figures = [
    [m.activities_visits(), one.visits],
    ...(capacity === null
      ? []
      : ([
          [m.activities_places_of({ most: capacity }), one.taken],
          [m.activities_on_the_list(), one.waiting],
          [m.activities_attended(), one.attended],
        ] as const)),
    [m.activities_accounts(), one.accounts],
    [m.activities_orders(), one.orders],
  ] as const
  const isOpen = state === 'live' || state === 'approved' || state === 'suspended'
  return (
    <section className="panel grid gap-6 p-5" aria-label={m.activities_figures()}>
      {state === 'suspended' && <p className="text-down">{m.activities_suspended_text()}</p>}
      {state === 'approved' && <p>{m.activities_approved_text()}</p>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt className="small text-ink-2">{name}</dt>
            <dd className="fig-m">{formatCount(count, language())}</dd>
          </div>
        ))}
      </dl>
      <p className="small text-ink-2">{m.activities_figures_text()}</p>
      {state === 'live' && (
        <div className="grid gap-2 border-t border-line pt-5">
          <p className="small text-ink-2">{m.activities_your_link()}</p>
          <p className="break-all">{origin + path}</p>
          <div className="flex flex-wrap items-center gap-4">
            <Button size="s" onClick={() => void copyLink(origin + path)}>
              <Icon name="copy" /> {m.ui_share_copy()}
            </Button>
            <ShareButton path={path} title={wordsFor(one, language()).title} />
            <ButtonLink to={path} kind="ghost" size="s">
              {m.activities_see_page()}
            </ButtonLink>
          </div>
        </div>
      )}
      {capacity !== null && isOpen && (
        <div className="grid gap-5 border-t border-line pt-5">
          {state !== 'approved' && (
            <div>
              <ButtonLink to={activityPlaces.attend(one.activity_id)} kind="ghost">
                <Icon name="qr-code" /> {m.activities_attend()}
              </ButtonLink>
            </div>
          )}
          <MorePlaces key={capacity} one={one} onChanged={onChanged} />
        </div>
      )}
    </section>
  )
}

function MorePlaces({ one: { activity_id, capacity, most_participants: most }, onChanged }: Props) {
  const { busy, doIt } = useDoing(onChanged)
  const form = useForm(
    { capacity: String(capacity) },
    { capacity: (text) => (/^[1-9]\d{0,4}$/.test(text.trim()) ? undefined : m.activities_capacity_error()) },
  )
  async function more() {
    if (!form.check()) return
    const wanted = { activity_id, capacity: Number(form.values.capacity.trim()) }
    await doIt('/activity/changeCapacity', wanted, m.activities_more_places_done(), form.takeErrors)
  }
  return (
    <Form
      form={form}
      onSubmit={more}
      className="grid max-w-[420px] gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
    >
      <TextField
        label={m.activities_capacity()}
        help={m.activities_more_places_help({ most })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        {...form.text('capacity')}
      />
      <Button type="submit" kind="ghost" busy={busy} className="sm:mt-[26px]">
        {m.activities_more_places()}
      </Button>
    </Form>
  )
}
