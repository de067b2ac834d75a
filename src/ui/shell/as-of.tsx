/** From when this page is, while the shop cannot look at its books: it can be read, and nothing can be bought. */

import * as m from '../../locale/paraglide/messages.js'
import { formatClock } from '../format.ts'
import { language } from '../language.ts'
import { useShell } from '../shell-data.ts'

export function AsOf() {
  const { as_of: since, store } = useShell()
  if (since === null) return null
  return (
    <p className="build-notice" role="status">
      {m.ui_shown_as_of({ time: formatClock(since, store.time_zone, language()) })}
    </p>
  )
}
