/** /admin/testimonials: what members said; nobody else sees it before it is published here. */
import { Link } from 'react-router'
import { testimonialMoves, testimonialStates } from '../../../community/community-rules.ts'
import type { OfficeTestimonialView } from '../../../community/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { GuardedPicture } from '../../kit/pages/guarded-picture.tsx'
import { languageName } from '../../kit/pages/language-words.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { testimonialTones, testimonialWords } from './inbox-words.ts'

export const handle: OfficeHandle = { permission: 'testimonials.see' }

const State = ({ state }: Pick<OfficeTestimonialView, 'state'>) => (
  <Tag tone={testimonialTones[state]}>{testimonialWords[state]()}</Tag>
)
const Rating = ({ rating }: Pick<OfficeTestimonialView, 'rating'>) => (
  <Stars rating={rating} label={m.community_rating_stars({ rating })} />
)

export default function TestimonialsPage() {
  const { age } = useTimes()
  const stores = useStores()
  const columns: Column<OfficeTestimonialView>[] = [
    { key: 'name', head: m.office_people_name(), cell: ({ name }) => name, phone: 'title' },
    { key: 'rating', head: m.office_inbox_stars(), cell: Rating, phone: 'side' },
    { key: 'text', head: m.office_inbox_text(), cell: ({ text }) => <span className="office-cut">{text}</span> },
    { key: 'store', head: m.office_store(), cell: ({ store }) => stores.nameOf(store) },
    { key: 'state', head: m.office_state(), cell: State, phone: 'below' },
    { key: 'age', head: m.office_age(), cell: (row) => age(row.created_at), right: true, phone: 'below-side' },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_testimonials()}</h1>
      <DataTable<OfficeTestimonialView>
        name={m.office_testimonials()}
        path="/testimonials/list"
        filters={[
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: testimonialStates.map((value) => ({ value, label: testimonialWords[value]() })),
          },
          stores.filter,
          {
            name: 'rating',
            kind: 'choice',
            label: m.office_inbox_stars(),
            choices: [5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: m.community_rating_stars({ rating: n }) })),
          },
        ]}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name, rating }) => `${name}, ${m.community_rating_stars({ rating })}`}
        detail={(row, close, reload) => <Said key={row.id} row={row} close={close} reload={reload} />}
        empty={m.office_inbox_said_empty()}
      />
    </>
  )
}

type Props = { row: OfficeTestimonialView; close: () => void; reload: () => Promise<void> }

function Said({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <Detail title={row.name} aside={`${stores.nameOf(row.store)} · ${moment(row.created_at)}`} onClose={close}>
      <div className="flex flex-wrap items-center gap-3">
        <State state={row.state} />
        <Rating rating={row.rating} />
      </div>
      <blockquote className="break-words whitespace-pre-line" lang={row.language}>
        {row.text}
      </blockquote>
      {row.pictures.length > 0 && (
        <div className="grid grid-cols-2 gap-3">
          {row.pictures.map((id, at) => (
            <GuardedPicture
              key={id}
              path="/testimonials/picture"
              query={{ testimonial_id: row.id, picture_id: id }}
              label={m.office_picture_n({ n: at + 1 })}
            />
          ))}
        </div>
      )}
      <Facts
        facts={[
          { label: m.office_inbox_place(), value: row.place || '–' },
          { label: m.office_language(), value: languageName(row.language) },
          { label: m.office_inbox_bought(), value: row.has_bought ? m.office_inbox_yes() : m.office_inbox_no() },
          ...(row.member_id
            ? [{ label: m.office_member(), value: <MemberLink id={row.member_id} name={row.name} /> }]
            : []),
        ]}
      />
      <Decisions row={row} />
      <Decide row={row} reload={reload} />
    </Detail>
  )
}

function MemberLink({ id, name }: { id: string; name: string }) {
  const may = useMay()
  if (!may('members.see')) return name
  return (
    <Link to={`/admin/member?id=${id}`} className="link">
      {name}
    </Link>
  )
}

function Decisions({ row }: Pick<Props, 'row'>) {
  const { moment } = useTimes()
  return (
    <ul className="grid gap-3">
      {row.decisions.map(({ state, by, reason, at }) => (
        <li key={at} className="border-l-2 border-line pl-3">
          <p className="small">{testimonialWords[state]()}</p>
          {reason && <p className="small break-words">{reason}</p>}
          <p className="fine text-ink-2">
            {by}, {moment(at)}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Decide({ row, reload }: Omit<Props, 'close'>) {
  const { ask, dialog } = useReasonDialog(reload)
  const may = useMay()
  const moves = testimonialMoves[row.state]
  const send = (path: string, more: object = {}) =>
    officePost(`/testimonials/${path}`, { id: row.id, from: row.state, ...more }, { quiet: true })
  const publish = () =>
    ask({
      title: m.office_inbox_publish_title(),
      text: m.office_inbox_publish_text({ name: row.name }),
      confirm: m.office_inbox_publish(),
      withoutReason: true,
      run: () => send('publish'),
      done: m.office_inbox_published(),
    })
  const isShown = row.state === 'published'
  const reject = () =>
    ask({
      title: isShown ? m.office_inbox_down_title() : m.office_inbox_decline_title(),
      text: isShown ? m.office_inbox_down_text({ name: row.name }) : m.office_inbox_decline_text({ name: row.name }),
      confirm: isShown ? m.office_inbox_down() : m.office_inbox_decline(),
      tone: 'danger',
      run: (reason) => send('reject', { reason }),
      done: isShown ? m.office_inbox_down_done() : m.office_inbox_declined(),
    })
  return (
    <div className="flex flex-wrap gap-3">
      {moves.includes('published') && may('testimonials.publish') && (
        <Button onClick={publish}>{m.office_inbox_publish()}</Button>
      )}
      {moves.includes('rejected') && may('testimonials.reject') && (
        <Button kind="ghost" onClick={reject}>
          {isShown ? m.office_inbox_down() : m.office_inbox_decline()}
        </Button>
      )}
      {dialog}
    </div>
  )
}
