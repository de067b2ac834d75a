/** The bell in the head of every page: to the notices, with how many wait to be read. */
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Icon } from '../../../ui/icon.tsx'
import { usePolling } from '../../../ui/use-polling.ts'
import { refreshUnread, useUnread } from './unread.ts'

const MOST_SHOWN = 99

export function Bell() {
  const { unread } = useUnread()
  const { pathname } = useLocation()
  usePolling(() => refreshUnread(), true)
  // What could not be asked now is asked with the next round.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every move asks anew
  useEffect(() => void refreshUnread().catch(() => null), [pathname])
  const n = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
  return (
    <Link
      to="/admin/notices"
      className="icon-btn relative"
      aria-label={unread > 0 ? m.office_notices_bell({ n }) : m.office_notices_bell_none()}
    >
      <Icon name="bell" size="l" />
      {unread > 0 && (
        <span className="office-bell-count" aria-hidden="true">
          {n}
        </span>
      )}
    </Link>
  )
}
