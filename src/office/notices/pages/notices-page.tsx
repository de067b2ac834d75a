/** /admin/notices: what one was told, the newest first, and how one wants to be told. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { noticeKinds } from '../../../staff/notices/notice-rules.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import type { NoticeView } from '../contract.ts'
import { Choices } from './choices.tsx'
import { kindWords } from './kind-words.ts'
import { refreshUnread, useUnread } from './unread.ts'

export const handle: OfficeHandle = { permission: 'account.own' }

export default function NoticesPage() {
  const { moment } = useTimes()
  const columns: Column<NoticeView>[] = [
    { key: 'text', head: m.office_notices_what(), cell: (row) => <What notice={row} />, phone: 'title' },
    { key: 'kind', head: m.office_notices_kind(), cell: ({ kind }) => kindWords[kind](), phone: 'below' },
    { key: 'state', head: m.office_state(), cell: (row) => <State notice={row} />, phone: 'side' },
    {
      key: 'when',
      head: m.office_notices_when(),
      cell: ({ happened_at }) => moment(happened_at),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_notices_title()}</h1>
      <DataTable<NoticeView>
        name={m.office_notices_title()}
        path="/notices/list"
        filters={filters()}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ text }) => text}
        empty={m.office_notices_empty()}
        action={(reload) => <ReadAll reload={reload} />}
      />
      <Choices />
    </>
  )
}

const filters = (): Filter[] => [
  {
    name: 'kind',
    kind: 'choice',
    label: m.office_notices_kind(),
    choices: noticeKinds.map((value) => ({ value, label: kindWords[value]() })),
  },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_state(),
    choices: [{ value: 'unread', label: m.office_notices_unread() }],
  },
]

const isUnread = ({ read, over }: NoticeView) => !read && !over

const markRead = (notice_id: string) =>
  officePost('/notices/read', { notice_id }, { quiet: true }).then(
    () => refreshUnread(true),
    () => null,
  )

/** Who goes there has read it. */
const What = ({ notice }: { notice: NoticeView }) => (
  <Link
    to={notice.to}
    className={`link whitespace-normal ${isUnread(notice) ? '' : '!font-normal'}`}
    onClick={() => isUnread(notice) && void markRead(notice.id)}
  >
    {notice.text}
  </Link>
)

function State({ notice }: { notice: NoticeView }) {
  if (notice.over) return <Tag>{m.office_notices_over()}</Tag>
  if (notice.read) return <span className="text-ink-2">{m.office_notices_read()}</span>
  return (
    <span className="inline-flex items-center gap-1">
      <Tag tone="up">{m.office_notices_unread()}</Tag>
      <IconButton label={`${m.office_notices_mark()}: ${notice.text}`} onClick={() => markRead(notice.id)}>
        <Icon name="check" />
      </IconButton>
    </span>
  )
}

/** The list is read anew when one was read here, or how many are unread has changed. */
function ReadAll({ reload }: { reload: () => Promise<void> }) {
  const { unread, version } = useUnread()
  const shown = useRef(version)
  useEffect(() => {
    if (shown.current !== version) void reload()
    shown.current = version
  }, [version, reload])
  const all = () =>
    officePost('/notices/readAll').then(
      () => {
        toastDone(m.office_notices_marked())
        return refreshUnread(true)
      },
      () => null,
    )
  if (unread === 0) return null
  return (
    <Button kind="ghost" size="s" onClick={all}>
      {m.office_notices_mark_all()}
    </Button>
  )
}
