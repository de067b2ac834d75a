/** "A new version is there": stands beside the page, never over it, and loads nothing until it is pressed. */
import { useEffect, useState } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { useOutdated, watchBuild } from './build-watch.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { loadAnew } from './reload-guard.ts'

export function BuildNotice({ build }: { build: string | undefined }) {
  const outdated = useOutdated()
  const [closed, setClosed] = useState(false)
  // Under `npm run dev` every edit is a new build.
  useEffect(() => (build && !import.meta.env.DEV ? watchBuild(build) : undefined), [build])
  return (
    <div role="status">
      {outdated && !closed && (
        <div className="build-notice">
          <p>{m.ui_build_new()}</p>
          <Button size="s" onClick={() => loadAnew()}>
            {m.ui_build_reload()}
          </Button>
          <button type="button" className="icon-btn" aria-label={m.ui_close()} onClick={() => setClosed(true)}>
            <Icon name="x" />
          </button>
        </div>
      )}
    </div>
  )
}
